# style: view and transpose
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    return x.view(B, T, num_heads, width // num_heads).transpose(1, 2)
