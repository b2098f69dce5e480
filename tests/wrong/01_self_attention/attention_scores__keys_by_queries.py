# wrong: keys by queries | family: projection | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return keys @ queries.transpose(-2, -1)
