# style: split and squeeze of one dimension
def merge_heads(x: Tensor) -> Tensor:
    return torch.cat([head.squeeze(1) for head in torch.split(x, 1, dim=1)], dim=-1)
