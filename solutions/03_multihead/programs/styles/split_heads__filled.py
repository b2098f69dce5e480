# style: fills a new tensor
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = width // num_heads
    out = x.new_zeros(B, num_heads, T, d_h)
    for head in range(num_heads):
        out[:, head] = x[:, :, head * d_h : (head + 1) * d_h]
    return out
