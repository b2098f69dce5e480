# wrong: x is missing | family: shape | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[0.0, 1.0], [0.0, 0.0]]), torch.eye(2)
