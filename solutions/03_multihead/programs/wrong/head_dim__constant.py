# wrong: 64 | family: heads | level: core
def head_dim(d_model: int, num_heads: int) -> int:
    return 64
