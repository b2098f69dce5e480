# wrong: scores that overflow | family: stability | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.full((2, 4), 1e300, dtype=torch.float64), 1e300 * torch.eye(2, 4, dtype=torch.float64)
