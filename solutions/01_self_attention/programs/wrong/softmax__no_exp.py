# wrong: entries over their sum, without exp | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z / z.sum(dim, keepdim=True)
