# wrong: divided the other way round | family: heads | level: core
def head_dim(d_model: int, num_heads: int) -> int:
    return num_heads // d_model
