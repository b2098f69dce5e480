# wrong: tokens after the first 150 are lost | family: shape | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x[:, :150].unflatten(-1, (num_heads, -1)).transpose(1, 2)
