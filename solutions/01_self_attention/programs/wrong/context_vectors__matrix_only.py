# wrong: works for matrices only | family: shape | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.mm(weights, values)
