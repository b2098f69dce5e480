# wrong: nothing outside the diagonal | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p)
