# wrong: a tuple | family: shape | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights @ values, weights
