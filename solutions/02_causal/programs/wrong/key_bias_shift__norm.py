# wrong: the norm of the queries | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return queries.norm(dim=-1) * key_bias.norm()
