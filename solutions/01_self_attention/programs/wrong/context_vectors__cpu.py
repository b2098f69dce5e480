# wrong: collected on the CPU | family: device | level: robustness
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.zeros(*weights.shape[:-1], values.shape[-1], dtype=values.dtype) + weights @ values
