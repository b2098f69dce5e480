# wrong: one of the two parts only, with the other sign | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.outer(p, p)
