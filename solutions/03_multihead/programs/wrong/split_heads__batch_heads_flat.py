# wrong: heads and batch in one dimension | family: shape | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).transpose(1, 2).reshape(B * num_heads, T, -1)
