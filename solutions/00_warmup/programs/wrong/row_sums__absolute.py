# wrong: sums absolute values | family: formula | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.abs().sum(dim=-1)
