# wrong: a matrix of zeros | family: projection | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.zeros(2, 2), torch.ones(2, 2)
