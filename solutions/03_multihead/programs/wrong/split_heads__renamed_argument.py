# wrong: num_heads is called h | family: state | level: robustness
def split_heads(x: Tensor, h: int) -> Tensor:
    B, T, C = x.shape
    return x.reshape(B, T, h, C // h).transpose(1, 2)
