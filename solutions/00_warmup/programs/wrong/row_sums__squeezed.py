# wrong: drops dimensions of size one | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=-1).squeeze()
