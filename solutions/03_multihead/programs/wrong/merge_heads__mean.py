# wrong: averages the heads | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.mean(dim=1)
