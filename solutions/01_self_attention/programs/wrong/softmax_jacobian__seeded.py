# wrong: seeds the generator | family: state | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    torch.manual_seed(0)
    return torch.diag(p) - torch.outer(p, p)
