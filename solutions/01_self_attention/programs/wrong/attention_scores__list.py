# wrong: a list of rows | family: shape | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return [keys @ query for query in queries]
