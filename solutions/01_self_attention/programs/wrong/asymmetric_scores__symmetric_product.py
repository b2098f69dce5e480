# wrong: a product W_query W_keyᵀ that is symmetric | family: projection | level: core
def asymmetric_scores() -> tuple[Tensor, Tensor, Tensor]:
    return torch.tensor([[1.0, 2.0], [3.0, 5.0]]), torch.tensor([[0.0, 1.0], [1.0, 0.0]]), torch.eye(2)
