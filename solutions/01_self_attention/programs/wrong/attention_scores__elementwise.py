# wrong: elementwise product | family: projection | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries * keys
