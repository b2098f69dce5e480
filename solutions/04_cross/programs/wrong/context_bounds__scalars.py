# wrong: two numbers for the whole matrix | family: shape | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return (values.min(), values.max())
