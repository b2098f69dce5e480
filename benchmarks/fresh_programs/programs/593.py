def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    # each weight lies between 0 and 1, so take a value fully or not at all
    lower = values.clamp(max=0).sum(dim=0)
    upper = values.clamp(min=0).sum(dim=0)
    return lower, upper
