# wrong: the values are changed in place | family: state | level: robustness
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    out = weights @ values.clone()
    values.data.mul_(0)
    return out
