# wrong: the identity instead of diag(p) | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.eye(len(p)) - torch.outer(p, p)
