# wrong: dim counted from the wrong end | family: axis | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    dim = -1 - dim if dim >= 0 else dim
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
