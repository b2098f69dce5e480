# wrong: one query for two keys | family: shape | level: robustness
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(1, 64), torch.stack([torch.full((64,), 0.125), torch.zeros(64)])
