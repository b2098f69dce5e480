# wrong: absolute values | family: values | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return -values.abs().amax(0), values.abs().amax(0)
