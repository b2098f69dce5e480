# wrong: the first sentence for all | family: shape | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    heads = x[:1].reshape(1, x.shape[1], num_heads, -1).transpose(1, 2)
    return heads.expand(x.shape[0], -1, -1, -1)
