# wrong: a tensor of the right size that nobody fills | family: unfilled | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    found = weights @ values
    shape = found.shape
    del found
    return weights.new_empty(0).resize_(shape)
