# wrong: f and df change places | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return df(x) + eps * f(x)
