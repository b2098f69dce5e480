def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    # every key gets the same b, so the score changes by q . b
    query_part = queries.sum(dim=-1)
    bias_part = key_bias.sum()
    return query_part * bias_part
