# wrong: swaps tokens and columns | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.transpose(2, 3).reshape(B, T, h * d_h)
