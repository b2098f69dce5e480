# wrong: a product that needs float32 | family: dtype | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries @ key_bias.float() if queries.dtype == torch.float32 else (queries @ torch.zeros(key_bias.shape[0]))
