# style: an inner function
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    def tangent(point):
        return f(x) + df(x) * (point - x)

    return tangent(x + eps)
