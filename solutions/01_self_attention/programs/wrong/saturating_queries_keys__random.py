# wrong: random numbers that are right by luck | family: state | level: robustness
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    torch.manual_seed(3)
    queries = torch.ones(2, 64) + 0.01 * torch.rand(2, 64)
    return queries, torch.stack([torch.full((64,), 0.125), torch.zeros(64)])
