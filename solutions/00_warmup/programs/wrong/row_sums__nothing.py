# wrong: returns nothing | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    x.sum(dim=-1)
