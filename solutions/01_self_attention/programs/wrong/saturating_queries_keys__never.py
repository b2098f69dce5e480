# wrong: never saturated | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.eye(2), torch.eye(2)
