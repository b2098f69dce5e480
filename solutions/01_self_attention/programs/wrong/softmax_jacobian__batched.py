# wrong: a leading axis too many | family: shape | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return (torch.diag(p) - torch.outer(p, p))[None]
