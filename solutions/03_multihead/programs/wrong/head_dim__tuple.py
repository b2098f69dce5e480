# wrong: quotient and remainder | family: shape | level: core
def head_dim(d_model: int, num_heads: int) -> int:
    return divmod(d_model, num_heads)
