# wrong: neighbouring columns go to different heads, and tokens come last | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, width // num_heads, num_heads).transpose(1, 3).transpose(2, 3)
