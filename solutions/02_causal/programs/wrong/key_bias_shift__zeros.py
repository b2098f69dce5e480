# wrong: no effect on the scores | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.zeros(queries.shape[0])
