def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    # a weight lies between 0 and 1: for the smallest c switch on all that is negative, for the largest all that is positive
    lower = values.clamp(max=0).sum(dim=0)
    upper = values.clamp(min=0).sum(dim=0)
    return lower, upper
