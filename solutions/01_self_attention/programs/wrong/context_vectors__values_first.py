# wrong: values times weights, in this order | family: projection | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return values @ weights
