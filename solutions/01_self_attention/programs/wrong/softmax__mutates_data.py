# wrong: changes the data of the input | family: state | level: robustness
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    z.data.sub_(z.data.amax(dim, keepdim=True))
    e = torch.exp(z)
    return e / e.sum(dim, keepdim=True)
