# wrong: running sums | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.cumsum(dim=-1)
