# wrong: the inputs are cleared afterwards | family: state | level: robustness
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    out = queries.clone() @ keys.clone().transpose(-2, -1)
    queries.data.zero_()
    return out
