# wrong: needs contiguous queries | family: shape | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries.view(-1) * key_bias.repeat(queries.shape[0])).view(queries.shape).sum(-1)
