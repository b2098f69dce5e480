# style: transpose, contiguous, view
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.transpose(1, 2).contiguous().view(B, T, h * d_h)
