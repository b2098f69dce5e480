# wrong: the maximum is taken away in the numerator only | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - z.amax(dim, keepdim=True)) / torch.exp(z).sum(dim, keepdim=True)
