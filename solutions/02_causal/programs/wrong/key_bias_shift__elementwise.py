# wrong: products that are not summed | family: shape | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries * key_bias
