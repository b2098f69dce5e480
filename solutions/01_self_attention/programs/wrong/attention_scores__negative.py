# wrong: the sign of the scores is turned | family: values | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return -(queries @ keys.transpose(-2, -1))
