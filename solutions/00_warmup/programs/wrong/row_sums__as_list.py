# wrong: returns a list | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=-1).tolist()
