# wrong: 1 on the diagonal, where a share belongs | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.eye(len(p)) - torch.outer(p, p)
