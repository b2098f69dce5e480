# wrong: infinite entries | family: stability | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.full((2, 4), float("inf")), torch.eye(2, 4)
