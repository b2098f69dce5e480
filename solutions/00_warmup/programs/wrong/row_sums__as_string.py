# wrong: sums everything but the first dimension | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.reshape(x.shape[0], -1).sum(dim=1)
