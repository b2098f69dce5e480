# wrong: random matrices | family: state | level: robustness
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.randn(4, 3), torch.randn(3, 2), torch.randn(3, 2)
