def split_heads(x: Tensor, num_heads: int) -> Tensor:
    # cut the columns into pieces, one piece per head, and put the head axis after the batch axis
    pieces = torch.split(x, num_heads, dim=-1)
    return torch.stack(pieces, dim=1)
