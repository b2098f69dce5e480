# wrong: keys.T on a batch | family: axis | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ keys.permute(*range(keys.dim() - 1, -1, -1))
