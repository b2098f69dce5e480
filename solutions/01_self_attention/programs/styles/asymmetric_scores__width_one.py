# style: heads of width 1, as a list
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return [torch.eye(2), torch.tensor([[1.0], [0.0]]), torch.tensor([[0.0], [1.0]])]
