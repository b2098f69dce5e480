def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    """Smallest and largest context vector, column by column."""
    # every weight is between 0 and 1: for the lower bound take only the negative values, for the upper the positive
    lower = values.clamp(max=0).sum(dim=0)
    upper = values.clamp(min=0).sum(dim=0)
    return lower, upper
