# style: query by query
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.stack([torch.dot(query, key_bias) for query in queries])
