# wrong: an extra dimension | family: shape | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries @ keys.transpose(-2, -1)).unsqueeze(0)
