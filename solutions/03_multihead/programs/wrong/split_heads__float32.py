# wrong: always float32 | family: dtype | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.float().reshape(B, T, num_heads, -1).transpose(1, 2)
