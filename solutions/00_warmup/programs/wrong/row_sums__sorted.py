# wrong: sorts the sums | family: values | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=-1).sort(dim=-1).values if x.dim() > 1 else x.sum()
