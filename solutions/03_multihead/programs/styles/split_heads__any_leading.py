# style: any leading dimensions
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    *leading, T, width = x.shape
    assert width % num_heads == 0
    return x.reshape(*leading, T, num_heads, width // num_heads).transpose(-2, -3)
