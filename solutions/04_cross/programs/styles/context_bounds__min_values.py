# style: min with indices, the values of it
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return values.min(dim=0).values, values.max(dim=0)[0]
