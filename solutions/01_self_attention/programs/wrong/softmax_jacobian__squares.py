# wrong: squares of the shares in every row | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p) - p * p
