# wrong: every head gets all columns | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return x.unsqueeze(1).repeat(1, num_heads, 1, 1)
