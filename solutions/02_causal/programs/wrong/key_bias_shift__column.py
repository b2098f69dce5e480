# wrong: a column instead of a vector | family: shape | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries @ key_bias[:, None]
