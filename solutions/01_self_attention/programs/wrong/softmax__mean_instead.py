# wrong: the mean is taken away | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.mean(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
