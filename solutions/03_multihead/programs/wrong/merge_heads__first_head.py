# wrong: the first head repeated | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x[:, 0].repeat(1, 1, x.shape[1])
