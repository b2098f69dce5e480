# wrong: negative entries get 0 | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True)) * (z > 0)
    return e / e.sum(dim, keepdim=True)
