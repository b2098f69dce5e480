# wrong: saturated with the scale too | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return 100 * torch.eye(3, 4), 100 * torch.eye(3, 4)
