# wrong: the first two dimensions change places | family: axis | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ keys.transpose(0, 1)
