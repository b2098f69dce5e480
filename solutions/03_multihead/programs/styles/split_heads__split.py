# style: pieces of a width, stacked
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.stack(torch.split(x, x.shape[-1] // num_heads, dim=2), dim=-3)
