# wrong: width 1, where the scale does nothing | family: scale | level: core
def saturating_queries_keys() -> tuple[Tensor, Tensor]:
    return torch.tensor([[3.0], [3.0]]), torch.tensor([[2.0], [0.0]])
