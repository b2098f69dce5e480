# style: einsum
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.einsum("td,d->t", queries, key_bias)
