# wrong: divided by the number of keys | family: scale | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights @ values / values.shape[-2]
