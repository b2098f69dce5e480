def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, C = x.shape
    d_h = C // num_heads
    parts = x.reshape(B, T, d_h, num_heads)
    return parts.permute(0, 3, 1, 2)
