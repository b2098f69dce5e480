def split_heads(x: Tensor, num_heads: int) -> Tensor:
    # cut the columns into one piece per head, then put the pieces on a new axis in front of the tokens
    pieces = torch.split(x, num_heads, dim=2)
    return torch.stack(pieces, dim=1)
