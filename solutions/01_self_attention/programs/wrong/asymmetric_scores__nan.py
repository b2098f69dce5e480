# wrong: an entry that is not a number | family: stability | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.eye(2), torch.full((2, 2), float("nan")), torch.eye(2)
