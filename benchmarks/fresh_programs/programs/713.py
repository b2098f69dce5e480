def split_heads(x: Tensor, num_heads: int) -> Tensor:
    batch, tokens, width = x.size()
    head_width = width // num_heads
    cut = x.reshape(batch, tokens, head_width, num_heads)
    # heads to the front, tokens next
    return cut.permute(0, 3, 1, 2)
