# wrong: every head gets the first columns | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x[..., : width // num_heads].unsqueeze(1).repeat(1, num_heads, 1, 1)
