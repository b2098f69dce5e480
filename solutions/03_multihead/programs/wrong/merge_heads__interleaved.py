# wrong: columns of the heads alternate | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.permute(0, 2, 3, 1).reshape(B, T, h * d_h)
