# wrong: divided by the root | family: scale | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries @ key_bias / queries.shape[-1] ** 0.5
