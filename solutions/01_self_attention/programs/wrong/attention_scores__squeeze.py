# wrong: dimensions of size one are lost | family: shape | level: robustness
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries @ keys.transpose(-2, -1)).squeeze()
