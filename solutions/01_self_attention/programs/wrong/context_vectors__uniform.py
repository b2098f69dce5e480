# wrong: the mean of all values | family: values | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return values.mean(-2, keepdim=True).expand(*weights.shape[:-1], -1) + 0 * weights.sum()
