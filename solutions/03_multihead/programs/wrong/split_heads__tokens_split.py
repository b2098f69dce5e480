# wrong: splits the tokens in place of the columns | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return (
        x.reshape(B, T, num_heads, -1).transpose(1, 2)
        if T % num_heads
        else torch.stack(x.chunk(num_heads, dim=1), dim=1).reshape(B, num_heads, T, -1)
    )
