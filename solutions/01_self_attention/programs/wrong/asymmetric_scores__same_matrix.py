# wrong: one matrix for both | family: projection | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(3), torch.arange(6.0).reshape(3, 2), torch.arange(6.0).reshape(3, 2)
