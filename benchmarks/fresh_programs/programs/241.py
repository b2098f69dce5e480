def softmax_jacobian(p: Tensor) -> Tensor:
    column = p.unsqueeze(-1)
    row = p.unsqueeze(1)
    return torch.diag(p) - column * row
