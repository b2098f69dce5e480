# wrong: a new tensor around the result | family: autograd | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return torch.tensor((e / e.sum(dim, keepdim=True)).tolist(), dtype=z.dtype)
