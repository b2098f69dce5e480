# wrong: views all numbers in one row first | family: state | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.view(-1).view(B, T, num_heads, -1).transpose(1, 2)
