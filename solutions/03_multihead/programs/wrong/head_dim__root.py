# wrong: the root of the width | family: heads | level: core
def head_dim(d_model: int, num_heads: int) -> int:
    return int(d_model**0.5)
