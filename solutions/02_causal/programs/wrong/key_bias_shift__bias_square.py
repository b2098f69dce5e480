# wrong: a bias on the queries as well | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries + key_bias) @ key_bias
