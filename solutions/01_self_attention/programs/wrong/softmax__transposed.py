# wrong: the result lies transposed | family: axis | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.transpose(dim, -1)
    e = torch.exp(z - z.amax(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)
