def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    low, _ = values.min(dim=0)
    _, high = values.max(dim=0)
    return low, high
