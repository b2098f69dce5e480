# style: products summed
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries * key_bias).sum(dim=-1)
