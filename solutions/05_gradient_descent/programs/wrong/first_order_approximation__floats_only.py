# wrong: refuses whole numbers | family: dtype | level: robustness
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    if not (isinstance(x, float) and isinstance(eps, float)):
        raise TypeError("x and eps must be floats")
    return f(x) + eps * df(x)
