# style: any leading dimensions
def merge_heads(x: Tensor) -> Tensor:
    *leading, h, T, d_h = x.shape
    return x.transpose(-3, -2).reshape(*leading, T, h * d_h)
