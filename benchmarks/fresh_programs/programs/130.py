def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, D = x.shape
    d_h = D // num_heads
    x = x.reshape(B, T, d_h, num_heads)
    return x.permute(0, 3, 1, 2)
