# style: checks and raises
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    if width % num_heads != 0:
        raise ValueError("num_heads must divide the width")
    return x.contiguous().view(B, T, num_heads, -1).transpose(1, 2).contiguous()
