# wrong: divided by the number of keys | family: scale | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ keys.transpose(-2, -1) / keys.shape[-2]
