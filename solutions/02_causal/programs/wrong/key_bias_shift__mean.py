# wrong: the mean instead of the sum | family: scale | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries * key_bias).mean(-1)
