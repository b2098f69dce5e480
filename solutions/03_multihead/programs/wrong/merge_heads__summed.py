# wrong: adds the heads | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.sum(dim=1)
