# wrong: the sum of the bias | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return key_bias.sum().expand(queries.shape[0])
