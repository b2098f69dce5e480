# style: a docstring, checks and a further parameter
def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    """The tangent at x."""
    assert callable(f) and callable(df)
    return f(x) + eps * df(x)
