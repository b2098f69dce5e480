def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    # a convex combination can't leave the range of its column
    lower = values.min(dim=0)
    upper = values.max(dim=0)
    return lower, upper
