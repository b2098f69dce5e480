# wrong: f at the point moved by eps times the slope | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x + eps * df(x))
