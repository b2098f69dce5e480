# wrong: reshapes at once, without moving an axis | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.reshape(B, T, h * d_h)
