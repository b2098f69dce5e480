# wrong: adds up a hundred numbers at most | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x[..., :100].sum(dim=-1)
