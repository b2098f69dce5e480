# wrong: heads in reverse order | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    return x.flip(1).transpose(1, 2).flatten(2)
