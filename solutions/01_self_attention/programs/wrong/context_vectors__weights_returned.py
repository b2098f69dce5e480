# wrong: the weights are returned | family: shape | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights
