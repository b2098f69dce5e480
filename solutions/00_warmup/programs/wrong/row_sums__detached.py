# wrong: detaches the input | family: autograd | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.detach().sum(dim=-1)
