# style: tensor_split and unsqueeze
def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.cat([head.unsqueeze(1) for head in torch.tensor_split(x, num_heads, dim=-1)], dim=1)
