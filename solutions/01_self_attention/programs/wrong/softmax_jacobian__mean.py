# wrong: divided by the number of entries | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return (torch.diag(p) - torch.outer(p, p)) / len(p)
