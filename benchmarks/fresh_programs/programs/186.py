def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    # lowest: weight 1 on everything negative, 0 on the rest; highest: the other way round
    return values.clamp(max=0).sum(dim=0), values.clamp(min=0).sum(dim=0)
