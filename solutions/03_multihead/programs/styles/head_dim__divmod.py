# style: divmod
def head_dim(d_model: int, num_heads: int) -> int:
    return divmod(d_model, num_heads)[0]
