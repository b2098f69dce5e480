# wrong: scores with a bias instead of the difference | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries * (queries + key_bias)).sum(-1)
