# wrong: a coarse difference in place of df | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    h = 0.01
    return f(x) + eps * (f(x + h) - f(x)) / h
