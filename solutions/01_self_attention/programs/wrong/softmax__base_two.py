# wrong: powers of two instead of exp | family: values | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = 2.0 ** (z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
