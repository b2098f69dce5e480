# wrong: the mean in place of the sum | family: formula | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.mean(dim=-1)
