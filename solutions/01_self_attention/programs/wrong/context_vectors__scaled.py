# wrong: divided by sqrt(d_v) | family: scale | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights @ values / values.shape[-1] ** 0.5
