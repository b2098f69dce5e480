# wrong: multiplies in place | family: state | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries.mul_(key_bias).sum(-1)
