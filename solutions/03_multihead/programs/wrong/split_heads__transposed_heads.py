# wrong: each head is transposed | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, num_heads, -1).permute(0, 2, 3, 1)
