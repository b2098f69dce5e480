# wrong: sums the columns | family: axis | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=0)
