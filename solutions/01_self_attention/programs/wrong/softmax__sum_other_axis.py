# wrong: the sum runs over another dimension | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim - 1 if z.dim() > 1 else dim, keepdim=True)
