# wrong: divides by the shares | family: stability | level: robustness
def softmax_jacobian(p: Tensor) -> Tensor:
    return torch.diag(p) / p[None, :] * p[:, None] - torch.outer(p, p)
