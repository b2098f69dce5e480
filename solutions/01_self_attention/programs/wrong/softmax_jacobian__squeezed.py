# wrong: dimensions of size one are lost | family: shape | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    return (torch.diag(p) - torch.outer(p, p)).squeeze()
