# wrong: memory that may still hold the right result | family: unfilled | level: core
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    x.transpose(1, 2).reshape(B, T, h * d_h)
    return x.new_empty((B, T, h * d_h))
