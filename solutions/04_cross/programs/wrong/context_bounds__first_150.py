# wrong: the first 150 tokens | family: values | level: robustness
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values[:150].amin(dim=0), values[:150].amax(dim=0)
