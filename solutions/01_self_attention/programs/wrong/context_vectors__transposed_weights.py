# wrong: the weights are transposed | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights.transpose(-2, -1) @ values
