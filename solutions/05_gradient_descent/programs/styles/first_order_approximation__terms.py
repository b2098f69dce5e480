# style: term by term
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    value = f(x)
    slope = df(x)
    return value + slope * eps
