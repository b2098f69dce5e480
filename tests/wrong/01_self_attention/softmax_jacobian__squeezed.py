# wrong: squeezed at size 1 | family: shape | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    return (torch.diag(p) - torch.outer(p, p)).squeeze()
