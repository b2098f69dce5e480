def row_sums(x: Tensor) -> Tensor:
    """Return the sum over the last dimension: `(..., n)` to `(...)`, with dtype and device of `x` (floating point)."""
    columns_first = x.transpose(0, -1)  # bring the numbers of a row to the front
    return columns_first.sum(dim=0)
