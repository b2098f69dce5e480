# wrong: always float32 | family: dtype | level: robustness
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights.float() @ values.float()
