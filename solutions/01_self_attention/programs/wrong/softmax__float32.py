# wrong: always float32 | family: dtype | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.float()
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
