# wrong: applied twice | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    for _ in range(2):
        e = torch.exp(z - z.amax(dim, keepdim=True))
        z = e / e.sum(dim, keepdim=True)
    return z
