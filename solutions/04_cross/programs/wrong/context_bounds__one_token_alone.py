# wrong: a single token has bounds without a dimension | family: shape | level: robustness
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    if len(values) == 1:
        return values.min(), values.max()
    return values.amin(dim=0), values.amax(dim=0)
