# wrong: exp, not divided by the sum | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.exp(z - z.amax(dim, keepdim=True))
