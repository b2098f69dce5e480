# wrong: an in-place step breaks the gradient | family: autograd | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    e /= e.sum(dim, keepdim=True)
    return e
