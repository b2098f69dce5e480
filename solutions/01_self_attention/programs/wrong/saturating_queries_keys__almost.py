# wrong: 0.98 without the scale | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 64), torch.stack([torch.full((64,), 0.0625), torch.zeros(64)])
