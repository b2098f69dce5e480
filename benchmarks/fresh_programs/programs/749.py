def split_heads(x: Tensor, num_heads: int) -> Tensor:
    slices = torch.split(x, num_heads, dim=-1)
    return torch.stack(slices, dim=1)
