# wrong: an eps of its own | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x) + 0.1 * df(x)
