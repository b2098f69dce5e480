# wrong: right when batch and heads are as many | family: axis | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(T, B, num_heads, -1).permute(1, 2, 0, 3)
