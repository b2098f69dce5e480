# style: numbers, float32
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.tensor([sum(float(a) * float(b) for a, b in zip(query, key_bias)) for query in queries])
