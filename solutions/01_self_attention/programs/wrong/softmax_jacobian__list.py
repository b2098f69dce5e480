# wrong: lists of numbers | family: shape | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return (torch.diag(p) - torch.outer(p, p)).tolist()
