# wrong: weights are detached | family: autograd | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights.detach() @ values
