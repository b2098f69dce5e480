def row_sums(x: Tensor) -> Tensor:
    # a single vector is treated as a matrix with one row
    if x.dim() == 1:
        x = x.unsqueeze(0)
    sums = x.sum(dim=-1)
    return sums
