# wrong: counts the dimension from the front | family: axis | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=1)
