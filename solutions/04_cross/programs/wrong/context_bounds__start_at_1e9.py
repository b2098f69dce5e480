# wrong: starts at ±1e9 | family: stability | level: robustness
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    lower, upper = values[0] * 0 + 1e9, values[0] * 0 - 1e9
    for row in values:
        lower, upper = lower.minimum(row), upper.maximum(row)
    return lower, upper
