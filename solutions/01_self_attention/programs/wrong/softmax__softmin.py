# wrong: the sign of the entries is turned | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z.amin(dim, keepdim=True) - z)
    return e / e.sum(dim, keepdim=True)
