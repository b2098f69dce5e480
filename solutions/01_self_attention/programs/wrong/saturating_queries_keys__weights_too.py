# wrong: three values | family: shape | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 64), torch.stack([torch.full((64,), 0.125), torch.zeros(64)]), torch.ones(2, 2)
