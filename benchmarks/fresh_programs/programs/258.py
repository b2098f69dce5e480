def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    lower = values.new_zeros(values.shape[1])
    upper = values.new_zeros(values.shape[1])
    for value in values:
        lower = lower.minimum(value)
        upper = upper.maximum(value)
    return lower, upper
