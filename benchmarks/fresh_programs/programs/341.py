def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    y = f(x)
    # slope of f around x
    slope = (f(x + eps) - y) / eps
    return y + eps * slope
