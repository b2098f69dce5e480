def split_heads(x: Tensor, num_heads: int) -> Tensor:
    """Read each token vector as `num_heads` shorter ones: `(B, T, h * d_h)` to `(B, h, T, d_h)`."""
    heads = x.split(num_heads, dim=-1)
    return torch.stack(heads, dim=1)
