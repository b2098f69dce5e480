# wrong: elementwise product summed | family: projection | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries * keys).sum(-1)
