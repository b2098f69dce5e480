# wrong: the first entry is taken away | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.narrow(dim, 0, 1))
    return e / e.sum(dim, keepdim=True)
