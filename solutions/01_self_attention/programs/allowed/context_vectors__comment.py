# allowed: the forbidden name in a string
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    name = "scaled_dot_product_attention"
    assert name
    return weights @ values
