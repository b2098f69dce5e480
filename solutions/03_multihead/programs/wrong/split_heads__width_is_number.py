# wrong: takes the number of heads for their width | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, -1, num_heads).transpose(1, 2)
