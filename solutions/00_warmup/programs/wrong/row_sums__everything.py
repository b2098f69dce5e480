# wrong: sums everything | family: axis | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum()
