# wrong: the result is rounded | family: values | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.round(weights @ values, decimals=3)
