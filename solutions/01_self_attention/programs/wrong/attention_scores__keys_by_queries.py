# wrong: keys times queries: the scores lie transposed | family: projection | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return keys @ queries.transpose(-2, -1)
