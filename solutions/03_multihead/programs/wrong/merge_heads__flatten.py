# wrong: flattens heads and tokens | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.flatten(1, 2)
