# wrong: another row is saturated with the scale | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.tensor([[1.0] * 16, [9.0] * 16]), torch.stack([torch.full((16,), 0.5), torch.zeros(16)])
