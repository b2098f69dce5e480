# wrong: no maximum taken away | family: stability | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z)
    return e / e.sum(dim, keepdim=True)
