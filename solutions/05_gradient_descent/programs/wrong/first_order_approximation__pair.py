# wrong: returns value and change | family: shape | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x), eps * df(x)
