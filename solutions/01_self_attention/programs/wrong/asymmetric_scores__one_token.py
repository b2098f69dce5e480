# wrong: one token only | family: shape | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(1, 2), torch.tensor([[1.0], [0.0]]), torch.tensor([[0.0], [1.0]])
