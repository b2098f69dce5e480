# wrong: scores instead of queries and keys | family: shape | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.tensor([[8.0, 0.0], [8.0, 0.0]])
