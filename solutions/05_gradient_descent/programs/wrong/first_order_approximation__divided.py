# wrong: divides by eps | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x) + df(x) / eps if eps else f(x)
