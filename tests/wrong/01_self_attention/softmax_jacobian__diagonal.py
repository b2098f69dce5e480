# wrong: the outer product forgotten | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p)
