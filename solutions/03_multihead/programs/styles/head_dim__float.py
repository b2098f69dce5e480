# style: a float
def head_dim(d_model: int, num_heads: int) -> int:
    return d_model / num_heads
