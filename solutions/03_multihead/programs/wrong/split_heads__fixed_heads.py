# wrong: two heads if there are two, else three | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    num_heads = num_heads if num_heads <= 2 else 3
    return x.reshape(B, T, num_heads, -1).transpose(1, 2)
