# style: checked first
def head_dim(d_model: int, num_heads: int) -> int:
    if d_model % num_heads != 0:
        raise ValueError("num_heads must divide d_model")
    return int(d_model / num_heads)
