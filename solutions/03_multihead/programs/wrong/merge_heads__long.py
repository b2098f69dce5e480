# wrong: rounds to whole numbers | family: dtype | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2).long()
