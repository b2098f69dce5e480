# wrong: a text instead of a number | family: dtype | level: core
def head_dim(d_model: int, num_heads: int) -> int:
    return f"{d_model // num_heads}"
