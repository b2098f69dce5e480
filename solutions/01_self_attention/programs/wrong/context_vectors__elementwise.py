# wrong: an elementwise product | family: projection | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights[..., : values.shape[-1]] * values[..., : weights.shape[-2], :]
