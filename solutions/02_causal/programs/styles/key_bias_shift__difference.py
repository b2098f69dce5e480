# style: the difference of scores
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    keys = torch.zeros_like(queries)
    with_bias = queries @ (keys + key_bias).T
    return (with_bias - queries @ keys.T)[:, 0]
