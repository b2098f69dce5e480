# wrong: the first batch element for all | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights @ (values[:1] if values.dim() > 2 else values)
