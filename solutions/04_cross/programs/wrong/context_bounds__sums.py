# wrong: sums of the negative and the positive ones | family: normalisation | level: core
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.clamp(max=0).sum(0), values.clamp(min=0).sum(0)
