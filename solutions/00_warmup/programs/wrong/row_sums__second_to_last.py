# wrong: the last dimension but one | family: axis | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=-2) if x.dim() > 1 else x.sum()
