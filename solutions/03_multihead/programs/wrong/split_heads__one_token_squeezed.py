# wrong: a single token loses its dimension | family: shape | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    heads = x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return heads.squeeze(2) if x.shape[1] == 1 else heads
