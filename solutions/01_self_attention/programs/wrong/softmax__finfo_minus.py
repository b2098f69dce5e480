# wrong: -inf becomes a large number | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z = z.clamp(min=-30.0 + z.detach().amax(dim, keepdim=True))
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
