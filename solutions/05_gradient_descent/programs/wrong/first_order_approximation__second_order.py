# wrong: the next term of the series | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    h = 1e-4
    return f(x) + eps * df(x) + eps**2 / 2 * (df(x + h) - df(x - h)) / (2 * h)
