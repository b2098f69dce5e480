# wrong: the weights are normalised again | family: normalisation | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (weights / weights.sum(-1, keepdim=True)) @ values
