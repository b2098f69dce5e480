# style: a tensor with no dimensions
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return torch.tensor(f(x) + eps * df(x), dtype=torch.float64)
