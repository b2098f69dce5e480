# style: number by number, stacked
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.stack([sum(a * b for a, b in zip(query, key_bias)) for query in queries])
