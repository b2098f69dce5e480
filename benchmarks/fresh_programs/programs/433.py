def split_heads(x: Tensor, num_heads: int) -> Tensor:
    per_head = x.split(num_heads, dim=-1)
    return torch.stack(per_head, dim=1)
