# wrong: equal keys | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return 9 * torch.ones(2, 16), torch.ones(2, 16)
