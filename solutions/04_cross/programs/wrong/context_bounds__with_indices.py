# wrong: values together with their indices | family: shape | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.min(0), values.max(0)
