# wrong: rounded to two digits | family: values | level: core
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return round(f(x) + eps * df(x), 2)
