# wrong: makes the dtype of the input the default of torch | family: state | level: robustness
def merge_heads(x: Tensor) -> Tensor:
    torch.set_default_dtype(x.dtype)
    return x.transpose(1, 2).flatten(start_dim=2)
