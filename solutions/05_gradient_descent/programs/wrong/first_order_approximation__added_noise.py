# wrong: draws a number | family: state | level: robustness
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return f(x) + eps * df(x) + 0 * float(torch.rand(()))
