# wrong: the values are added | family: projection | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    out = weights @ values
    return out + values.mean(-2, keepdim=True)
