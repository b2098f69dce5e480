# wrong: makes the dtype of the input the default of torch | family: state | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    torch.set_default_dtype(x.dtype)
    return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)
