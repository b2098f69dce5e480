def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """(B, T, h * d_h) -> (B, h, T, d_h): cut the columns into pieces, then put the pieces on a new axis."""
    pieces = torch.split(x, num_heads, dim=-1)
    return torch.stack(pieces, dim=1)
