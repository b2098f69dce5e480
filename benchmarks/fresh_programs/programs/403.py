def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    # q . (k + b) = q . k + q . b, so the extra is q . b for each query
    extra = queries * key_bias
    return extra.sum(0)
