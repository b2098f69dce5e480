# wrong: starts every head one column late | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.roll(-1, dims=-1).reshape(B, T, num_heads, -1).transpose(1, 2)
