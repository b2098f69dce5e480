# wrong: p in every row | family: formula | level: core
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p) - p[None, :].expand(len(p), len(p))
