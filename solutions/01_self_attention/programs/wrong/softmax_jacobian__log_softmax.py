# wrong: the derivatives of log-softmax | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.eye(len(p)) - p[None, :].expand(len(p), -1)
