# wrong: returns the shape as well | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2), x.shape
