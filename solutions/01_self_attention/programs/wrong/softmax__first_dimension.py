# wrong: always over the first dimension | family: axis | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(0, keepdim=True))
    return e / e.sum(0, keepdim=True)
