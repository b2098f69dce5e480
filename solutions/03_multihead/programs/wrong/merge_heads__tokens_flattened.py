# wrong: all tokens in one row | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(1)
