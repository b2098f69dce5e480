# wrong: the mean twice | family: values | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.mean(0), values.mean(0)
