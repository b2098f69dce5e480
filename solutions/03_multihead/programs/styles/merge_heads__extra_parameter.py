# style: a further parameter with a default
def merge_heads(x: Tensor, num_heads: int | None = None) -> Tensor:
    B, h, T, d_h = x.shape
    num_heads = h if num_heads is None else num_heads
    return x.transpose(1, 2).contiguous().view(B, T, num_heads * d_h)
