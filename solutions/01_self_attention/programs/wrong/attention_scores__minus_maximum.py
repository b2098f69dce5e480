# wrong: the maximum is taken away | family: normalisation | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    s = queries @ keys.transpose(-2, -1)
    return s - s.amax(-1, keepdim=True)
