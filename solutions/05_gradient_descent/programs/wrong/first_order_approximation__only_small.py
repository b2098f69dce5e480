# wrong: returns the exact value where eps is large | family: formula | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x + eps) if abs(eps) > 0.3 else f(x) + eps * df(x)
