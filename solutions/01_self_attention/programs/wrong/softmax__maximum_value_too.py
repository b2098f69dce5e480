# wrong: the place of the maximum is taken away, not its value | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.max(dim, keepdim=True).indices)
    return e / torch.exp(z - z.max(dim, keepdim=True).values).sum(dim, keepdim=True)
