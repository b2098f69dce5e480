# wrong: flattens the leading dimensions | family: shape | level: core
def row_sums(x: Tensor) -> Tensor:
    return x.reshape(-1, x.shape[-1]).sum(dim=-1)
