# wrong: keeps the summed dimension | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.sum(dim=-1, keepdim=True)
