# wrong: the sum of each query, without the bias | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries.sum(-1)
