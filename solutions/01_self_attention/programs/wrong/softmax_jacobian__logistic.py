# wrong: p (1 - p) on the diagonal only | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p * (1 - p))
