# wrong: the slope of the secant | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x) + (f(x + eps) - f(x))
