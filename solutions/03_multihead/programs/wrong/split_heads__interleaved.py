# wrong: neighbouring columns go to different heads | family: heads | level: core
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.reshape(B, T, width // num_heads, num_heads).permute(0, 3, 1, 2)
