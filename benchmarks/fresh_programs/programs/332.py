def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.transpose(1, 2).view(B, T, h * d_h)
