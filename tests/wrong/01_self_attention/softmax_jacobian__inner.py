# wrong: an inner product | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p) - torch.dot(p, p)
