# wrong: negative values become 0 | family: values | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.relu(weights @ values)
