# wrong: divided by the length of the vector of exponentials | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.norm(dim=dim, keepdim=True)
