# wrong: strides of a contiguous tensor | family: state | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    size = width // num_heads
    return x.as_strided((B, num_heads, T, size), (T * width, size, width, 1))
