def split_heads(x: Tensor, num_heads: int) -> Tensor:
    pieces = torch.split(x, num_heads, dim=-1)
    return torch.stack(pieces, dim=1)
