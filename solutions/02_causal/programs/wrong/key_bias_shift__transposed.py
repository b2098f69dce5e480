# wrong: the queries are transposed | family: axis | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries.T @ key_bias
