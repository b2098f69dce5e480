# wrong: dimensions of size one are lost | family: shape | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2).squeeze()
