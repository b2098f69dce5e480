# wrong: asks for the number of heads | family: state | level: core
def merge_heads(x: Tensor, num_heads: int) -> Tensor:
    B, h, T, d_h = x.shape
    return x.transpose(1, 2).reshape(B, T, num_heads * d_h)
