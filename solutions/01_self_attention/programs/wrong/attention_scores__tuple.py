# wrong: a tuple with the keys | family: shape | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ keys.transpose(-2, -1), keys
