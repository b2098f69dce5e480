# wrong: the values are returned | family: projection | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return values
