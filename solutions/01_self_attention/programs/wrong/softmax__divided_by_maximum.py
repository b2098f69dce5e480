# wrong: divided by the largest instead of the sum | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.amax(dim, keepdim=True)
