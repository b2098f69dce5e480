# wrong: the whole width | family: heads | level: core
def head_dim(d_model: int, num_heads: int) -> int:
    return d_model
