# wrong: strides of a contiguous tensor | family: state | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    B, h, T, d_h = x.shape
    return x.as_strided((B, T, h, d_h), (h * T * d_h, d_h, T * d_h, 1)).reshape(B, T, h * d_h)
