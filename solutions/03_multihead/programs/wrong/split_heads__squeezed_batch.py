# wrong: a batch of one is lost | family: shape | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    out = x.reshape(B, T, num_heads, -1).transpose(1, 2)
    return out.squeeze(0)
