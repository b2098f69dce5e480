# wrong: prints and returns nothing | family: shape | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    print(f(x) + eps * df(x))
