# style: unequal sizes
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    x = torch.arange(12.0).reshape(4, 3) / 10
    return x, torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
