# wrong: moves an axis only when the sizes differ | family: heads | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return (x if h == T else x.transpose(1, 2)).reshape(B, T, h * d_h)
