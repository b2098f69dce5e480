# wrong: negates the input afterwards | family: state | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    out = x.reshape(B, T, num_heads, -1).transpose(1, 2).clone()
    x.data.neg_()
    return out
