# wrong: dimensions of size one are lost | family: shape | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return (e / e.sum(dim, keepdim=True)).squeeze()
