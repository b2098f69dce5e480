# wrong: batch and tokens change places | family: axis | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(0, 2).transpose(1, 2).flatten(2)
