# wrong: leaves out the first column | family: values | level: core
def row_sums(x: Tensor) -> Tensor:
    return x[..., 1:].sum(dim=-1)
