# wrong: needs contiguous values | family: shape | level: robustness
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    flat = values.view(-1).view(values.shape)
    return flat.amin(0), flat.amax(0)
