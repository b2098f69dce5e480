# wrong: an axis too many | family: shape | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.amin(0, keepdim=True), values.amax(0, keepdim=True)
