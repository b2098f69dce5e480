# wrong: gives back what came in | family: normalisation | level: core
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return z.clone()
