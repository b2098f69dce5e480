# wrong: the first query for all rows | family: values | level: core
def key_bias_shift(queries: Tensor, key_bias: Tensor) -> Tensor:
    return (queries[0] @ key_bias).expand(queries.shape[0])
