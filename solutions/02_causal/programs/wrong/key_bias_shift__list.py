# wrong: a list | family: shape | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return [float(query @ key_bias) for query in queries]
