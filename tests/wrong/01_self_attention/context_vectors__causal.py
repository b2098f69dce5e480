# wrong: a lower triangle | family: mask | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights.tril() @ values
