# wrong: the value with the largest weight | family: values | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    best = weights.argmax(-1, keepdim=True)
    return torch.take_along_dim(values, best, dim=-2)
