# wrong: divided by the lengths of the vectors | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return torch.nn.functional.cosine_similarity(queries, key_bias[None], dim=-1)
