# wrong: writes into p | family: state | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    outer = torch.outer(p, p)
    p.mul_(1.0)
    diagonal = torch.diag(p)
    p.zero_()
    return diagonal - outer
