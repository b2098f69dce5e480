def merge_heads(x: Tensor) -> Tensor:
    per_head = x.unbind()
    return torch.cat(per_head, dim=-1)
