# style: one key at a time
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.stack([torch.linalg.vecdot(queries, key.unsqueeze(-2)) for key in keys.unbind(-2)], dim=-1)
