# wrong: drops the batch | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x[0].transpose(0, 1).flatten(1)
