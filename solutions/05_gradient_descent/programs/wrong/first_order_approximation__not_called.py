# wrong: returns the function | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return lambda point: f(x) + eps * df(point)
