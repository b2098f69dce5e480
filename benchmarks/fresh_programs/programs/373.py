def split_heads(x: Tensor, num_heads: int) -> Tensor:
    # cut the columns into num_heads blocks, then make the blocks an axis of their own
    blocks = x.split(num_heads, dim=-1)
    return torch.stack(blocks, dim=1)
