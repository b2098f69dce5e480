# wrong: a Taylor polynomial for exp | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = 1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24
    return e / e.sum(dim, keepdim=True)
