# wrong: rounded to ten digits | family: values | level: robustness
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return round(f(x) + eps * df(x), 10)
