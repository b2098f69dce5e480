def split_heads(x: Tensor, num_heads: int) -> Tensor:
    # cut the columns into one block per head, then put the blocks on an axis of their own
    blocks = torch.split(x, num_heads, dim=-1)
    return torch.stack(blocks, dim=1)
