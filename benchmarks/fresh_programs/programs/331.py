def split_heads(x: Tensor, num_heads: int) -> Tensor:
    batch_size, seq_len, width = x.size()
    head_width = width // num_heads
    x = x.reshape(batch_size, seq_len, head_width, num_heads)
    # (B, T, d_h, h) -> (B, h, T, d_h)
    return x.permute(0, 3, 1, 2)
