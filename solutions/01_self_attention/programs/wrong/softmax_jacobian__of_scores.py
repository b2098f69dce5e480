# wrong: p taken for scores | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.autograd.functional.jacobian(lambda z: torch.softmax(z, -1), p)
