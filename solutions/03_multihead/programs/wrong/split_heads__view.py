# wrong: reshapes at once, without moving an axis | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, num_heads, T, width // num_heads)
