# wrong: always float64 | family: dtype | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.double()
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
