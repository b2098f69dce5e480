# wrong: the sum is taken over a hundred entries | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.narrow(dim, 0, min(100, z.shape[dim])).sum(dim, keepdim=True)
