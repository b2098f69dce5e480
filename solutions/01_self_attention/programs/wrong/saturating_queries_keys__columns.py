# wrong: saturated over the queries only | family: axis | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.stack([torch.full((64,), 0.125), torch.zeros(64)]), torch.ones(2, 64)
