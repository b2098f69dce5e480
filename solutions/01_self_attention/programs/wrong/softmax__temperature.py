# wrong: a temperature of 1.1 | family: scale | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp((z - z.amax(dim, keepdim=True)) / 1.1)
    return e / e.sum(dim, keepdim=True)
