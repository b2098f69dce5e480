# wrong: 0 included | family: values | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.amin(0).clamp(max=0), values.amax(0).clamp(min=0)
