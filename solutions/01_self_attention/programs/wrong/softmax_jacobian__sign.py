# wrong: the sign is turned | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.outer(p, p) - torch.diag(p)
