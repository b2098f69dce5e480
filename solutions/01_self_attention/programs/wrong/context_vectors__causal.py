# wrong: a causal mask is put in | family: mask | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights.tril() @ values
