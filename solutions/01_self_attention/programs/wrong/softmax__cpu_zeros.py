# wrong: a tensor created on the CPU | family: device | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.zeros(z.shape, dtype=z.dtype) + torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
