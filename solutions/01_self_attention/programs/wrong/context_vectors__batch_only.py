# wrong: works for one batch dimension only | family: shape | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.bmm(weights, values)
