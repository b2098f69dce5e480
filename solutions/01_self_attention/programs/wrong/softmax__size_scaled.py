# wrong: entries divided by the root of their number first | family: scale | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z / z.shape[dim] ** 0.5
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
