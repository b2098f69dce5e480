def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = width // num_heads
    # every token becomes a little table, then the head axis goes to the front
    table = x.reshape(B, T, d_h, num_heads)
    return table.permute(0, 3, 1, 2)
