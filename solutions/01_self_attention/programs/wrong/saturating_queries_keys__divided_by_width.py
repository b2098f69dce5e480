# wrong: reckons with d_k instead of its root | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.ones(2, 4), torch.stack([torch.full((4,), 2.0), torch.zeros(4)])
