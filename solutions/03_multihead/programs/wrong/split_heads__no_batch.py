# wrong: a result for one sentence only | family: shape | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x[0].reshape(x.shape[1], num_heads, -1).transpose(0, 1)[None]
