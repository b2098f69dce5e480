# wrong: a whole matrix of shifts | family: shape | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries @ key_bias)[:, None].expand(-1, queries.shape[0])
