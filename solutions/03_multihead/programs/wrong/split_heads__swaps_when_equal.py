# wrong: looks for the axis by its size | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape

    heads = x.reshape(B, T, num_heads, -1)
    return heads if heads.shape[1] == num_heads else heads.transpose(1, 2)
