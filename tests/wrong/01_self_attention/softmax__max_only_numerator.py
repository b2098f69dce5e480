# wrong: the maximum is missing in the denominator | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - z.amax(dim, keepdim=True)) / torch.exp(z).sum(dim, keepdim=True)
