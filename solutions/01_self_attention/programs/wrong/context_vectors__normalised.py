# wrong: vectors of length 1 | family: normalisation | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return nn.functional.normalize(weights @ values, dim=-1)
