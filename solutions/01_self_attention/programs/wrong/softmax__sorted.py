# wrong: entries come out sorted | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True)).sort(dim).values
    return e / e.sum(dim, keepdim=True)
