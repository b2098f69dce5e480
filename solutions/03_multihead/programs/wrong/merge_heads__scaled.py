# wrong: divides by the number of heads | family: scale | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2) / x.shape[1]
