# wrong: a small constant in the denominator | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return e / (e.sum(dim, keepdim=True) + 1e-8)
