# wrong: absolute values over their sum | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.abs() / z.abs().sum(dim, keepdim=True)
