# wrong: the keys are turned in place | family: state | level: robustness
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    keys.transpose_(-2, -1)
    return queries @ keys
