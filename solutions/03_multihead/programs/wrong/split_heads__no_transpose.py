# wrong: heads stay behind the tokens | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.view(B, T, num_heads, width // num_heads)
