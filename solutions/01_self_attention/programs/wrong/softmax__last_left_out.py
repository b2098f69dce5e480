# wrong: the last entry is missing in the sum | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    s = e.narrow(dim, 0, max(z.shape[dim] - 1, 1)).sum(dim, keepdim=True)
    return e / s
