# style: fills a new tensor
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    out = x.new_empty((B, T, h * d_h))
    for i in range(h):
        out[..., i * d_h : (i + 1) * d_h] = x[:, i]
    return out
