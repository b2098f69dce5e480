# wrong: sorts the input | family: state | level: robustness
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    values.copy_(values.sort(dim=0).values)
    return values[0], values[-1]
