def merge_heads(x: Tensor) -> Tensor:
    B, T, h, d_h = x.shape
    y = x.permute(0, 2, 1, 3)
    return y.reshape(B, T, h * d_h)
