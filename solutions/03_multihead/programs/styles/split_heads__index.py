# style: indices of columns
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    columns = torch.arange(x.shape[-1], device=x.device).reshape(num_heads, -1)  # (h, d_h)
    return x[:, :, columns].transpose(1, 2)
