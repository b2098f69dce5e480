# wrong: weights transposed where the sizes allow | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    if weights.shape[-2] == values.shape[-2]:
        return weights.transpose(-2, -1) @ values
    return weights @ values
