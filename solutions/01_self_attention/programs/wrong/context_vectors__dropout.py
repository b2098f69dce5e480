# wrong: dropout on the weights | family: values | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return nn.functional.dropout(weights, 0.1) @ values
