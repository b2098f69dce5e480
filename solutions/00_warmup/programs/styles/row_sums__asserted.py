# style: with an assertion and a docstring
def row_sums(x: Tensor) -> Tensor:
    """Sum each row."""
    assert x.dim() >= 1
    result = x.sum(-1)
    return result
