# wrong: the last entry of the vectors is left out | family: values | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries[..., :-1] @ keys[..., :-1].transpose(-2, -1)
