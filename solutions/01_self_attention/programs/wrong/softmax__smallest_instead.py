# wrong: -inf becomes the most negative finite number | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.clamp(min=torch.finfo(z.dtype).min)
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
