# wrong: always float32 | family: dtype | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2).float()
