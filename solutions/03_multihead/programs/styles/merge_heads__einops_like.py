# style: movedim and flatten
def merge_heads(x: Tensor) -> Tensor:
    return x.movedim(1, 2).flatten(-2, -1)
