# wrong: the result lies transposed | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (weights @ values).transpose(-2, -1)
