# wrong: batch behind the tokens | family: axis | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.permute(2, 0, 1, 3).reshape(B, T, h * d_h)
