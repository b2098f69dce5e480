# style: a float at the end
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return float(f(x) + eps * df(x))
