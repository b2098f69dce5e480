# wrong: identities | family: projection | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.eye(2), torch.eye(2)
