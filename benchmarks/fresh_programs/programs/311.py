def row_sums(x: Tensor) -> Tensor:
    """Return the sum over the last dimension."""
    # take the first column and add all the other columns to it, one by one
    total = x[..., 0]
    for column in range(1, x.shape[-1]):
        total += x[..., column]
    return total
