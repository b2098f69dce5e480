# wrong: the diagonal lacks a part | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    jacobian = -torch.outer(p, p)
    jacobian.fill_diagonal_(0)
    return jacobian + torch.diag(p)
