def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    height = f(x)
    slope = df(x + eps)
    return height + eps * slope
