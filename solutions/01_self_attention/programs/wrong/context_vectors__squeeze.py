# wrong: dimensions of size one are lost | family: shape | level: robustness
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (weights @ values).squeeze()
