# wrong: equal tokens | family: projection | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(3, 2), torch.tensor([[0.0, 1.0], [0.0, 0.0]]), torch.eye(2)
