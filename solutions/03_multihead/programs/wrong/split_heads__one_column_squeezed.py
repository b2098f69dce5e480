# wrong: heads of one column lose their dimension | family: shape | level: robustness
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    by_token = x.unflatten(-1, (num_heads, -1))
    return (by_token.squeeze(-1) if by_token.shape[-1] == 1 else by_token).transpose(1, 2)
