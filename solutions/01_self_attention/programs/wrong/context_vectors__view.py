# wrong: view on what may not be contiguous | family: shape | level: robustness
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    w = weights.view(-1, weights.shape[-1]).view(weights.shape)
    return w @ values.view(-1).view(values.shape)
