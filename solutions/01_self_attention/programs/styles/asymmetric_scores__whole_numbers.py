# style: whole numbers
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[1, 0], [0, 1]]), torch.tensor([[0, 1], [0, 0]]), torch.tensor([[1, 0], [0, 1]])
