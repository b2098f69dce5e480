# wrong: bounds of the middle nine tenths only | family: values | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.quantile(0.05, dim=0), values.quantile(0.95, dim=0)
