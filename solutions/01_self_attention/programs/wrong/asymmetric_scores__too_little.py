# wrong: asymmetric by 1e-4 | family: formula | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.tensor([[0.0, 1e-4], [0.0, 0.0]]), torch.eye(2)
