# style: torch.mv
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.mv(queries, key_bias)
