# style: swapaxes
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    B, T, width = x.shape
    d_h = int(width / num_heads)
    return torch.swapaxes(torch.reshape(x, (B, T, num_heads, d_h)), 1, 2)
