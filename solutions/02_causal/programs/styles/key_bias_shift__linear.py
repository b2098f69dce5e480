# style: F.linear, squeezed on one axis
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.nn.functional.linear(queries, key_bias[None, :]).squeeze(-1)
