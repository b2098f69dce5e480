# wrong: rounded outwards | family: values | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.amin(0).floor(), values.amax(0).ceil()
