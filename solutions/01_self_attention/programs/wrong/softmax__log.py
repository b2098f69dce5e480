# wrong: the logarithm of softmax | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return torch.log(e / e.sum(dim, keepdim=True))
