# wrong: the sum over the queries | family: shape | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (weights @ values).sum(-2)
