# wrong: no more than 128 keys | family: shape | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights[..., :128] @ values[..., :128, :]
