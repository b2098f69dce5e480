# wrong: the maximum in place of the sum | family: formula | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.amax(dim=-1)
