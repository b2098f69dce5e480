# allowed: the forbidden name in the docstring
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    """What scaled_dot_product_attention computes first, without its scale."""
    return queries @ keys.transpose(-2, -1)
