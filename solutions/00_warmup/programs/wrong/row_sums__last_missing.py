# wrong: leaves out the last column | family: values | level: core
def row_sums(x: Tensor) -> Tensor:
    return x[..., :-1].sum(dim=-1)
