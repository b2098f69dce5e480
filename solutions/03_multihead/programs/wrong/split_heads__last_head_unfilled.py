# wrong: the last head is never written | family: unfilled | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = width // num_heads
    out = torch.empty(B, num_heads, T, d_h, dtype=x.dtype, device=x.device)
    for i in range(num_heads - 1):
        out[:, i] = x[..., i * d_h : (i + 1) * d_h]
    return out
