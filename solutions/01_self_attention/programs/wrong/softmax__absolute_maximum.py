# wrong: the largest absolute value is taken away | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.abs().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
