# wrong: returns nothing | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    x.transpose(1, 2).flatten(2)
