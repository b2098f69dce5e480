# wrong: moves the generator | family: state | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    torch.rand(1)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
