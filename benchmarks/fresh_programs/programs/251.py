def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.einsum("td,d->d", queries, key_bias)
