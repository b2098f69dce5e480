# wrong: eps rounded down | family: dtype | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x) + int(eps) * df(x)
