# wrong: the names of the arguments are exchanged | family: vocabulary | level: robustness
def attention_scores(keys: Tensor, queries: Tensor) -> Tensor:
    return keys @ queries.mT
