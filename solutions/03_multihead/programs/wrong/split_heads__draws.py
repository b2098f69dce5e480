# wrong: draws a number | family: state | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    torch.rand(1)
    return x.reshape(B, T, num_heads, -1).transpose(1, 2)
