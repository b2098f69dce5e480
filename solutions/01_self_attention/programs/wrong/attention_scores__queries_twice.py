# wrong: queries times queries, without keys | family: projection | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ queries.transpose(-2, -1)
