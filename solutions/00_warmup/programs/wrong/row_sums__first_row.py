# wrong: the first row only | family: values | level: core
def row_sums(x: Tensor) -> Tensor:
    return x[0].sum()
