# wrong: an inner product: a number where a matrix belongs | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p) - torch.dot(p, p)
