# wrong: matrices stored the other way round | family: shape | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(2, 3), torch.arange(6.0).reshape(2, 3), torch.ones(2, 3)
