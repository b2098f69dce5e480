# wrong: the first weights for all | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (weights[:1] if weights.dim() > 2 else weights) @ values
