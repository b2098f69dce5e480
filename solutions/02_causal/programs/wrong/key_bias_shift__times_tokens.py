# wrong: summed over the keys | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries @ key_bias * queries.shape[0]
