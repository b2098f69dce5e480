# wrong: returns a list of heads | family: shape | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return list(x.chunk(num_heads, dim=-1))
