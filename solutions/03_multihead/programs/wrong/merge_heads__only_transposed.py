# wrong: moves the axis and leaves four dimensions | family: shape | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2)
