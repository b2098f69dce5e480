# wrong: always float32 | family: dtype | level: robustness
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries.float() @ key_bias.float()
