# style: a sum of products
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return sum(weight * value for weight, value in ((1, f(x)), (eps, df(x))))
