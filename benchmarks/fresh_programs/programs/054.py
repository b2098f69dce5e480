def split_heads(x, num_heads):
    pieces = x.split(num_heads, dim=-1)
    return torch.stack(pieces, dim=1)
