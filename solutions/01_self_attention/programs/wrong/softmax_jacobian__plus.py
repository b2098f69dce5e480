# wrong: added instead of subtracted | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p) + torch.outer(p, p)
