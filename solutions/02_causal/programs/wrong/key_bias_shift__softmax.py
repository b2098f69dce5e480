# wrong: weights instead of scores | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.softmax(queries @ key_bias, -1)
