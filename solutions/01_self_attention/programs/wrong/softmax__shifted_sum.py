# wrong: the maximum taken away after exp | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z) - torch.exp(z).amax(dim, keepdim=True)
    return e / e.sum(dim, keepdim=True)
