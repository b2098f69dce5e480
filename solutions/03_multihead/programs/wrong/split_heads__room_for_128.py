# wrong: room for 128 tokens | family: shape | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    room = x.new_zeros(B, num_heads, 128, width // num_heads)
    room[:, :, :T] = x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
    return room[:, :, :T]
