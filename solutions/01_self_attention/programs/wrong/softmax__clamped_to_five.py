# wrong: entries held between -5 and 5 | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z.clamp(-5, 5))
    return e / e.sum(dim, keepdim=True)
