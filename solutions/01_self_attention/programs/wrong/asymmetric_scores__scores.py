# wrong: the scores instead of the witness | family: shape | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[0.0, 1.0], [2.0, 0.0]])
