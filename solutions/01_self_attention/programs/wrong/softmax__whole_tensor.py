# wrong: the sum runs over all entries of the tensor | family: axis | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.max())
    return e / e.sum()
