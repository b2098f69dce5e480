# wrong: dimensions of size one are lost | family: shape | level: robustness
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.amin(0).squeeze(), values.amax(0).squeeze()
