# wrong: float32 on the way, and back | family: dtype | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    heads = x.float().unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return heads.to(x.dtype)
