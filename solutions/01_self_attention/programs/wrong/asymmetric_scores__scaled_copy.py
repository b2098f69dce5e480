# wrong: one matrix is a multiple of the other | family: projection | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.randn(3, 2, generator=torch.Generator().manual_seed(0)), torch.eye(2), 2 * torch.eye(2)
