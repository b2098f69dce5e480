# wrong: view on what may not be contiguous | family: shape | level: robustness
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    shape = keys.shape
    return queries.view(-1).view(queries.shape) @ keys.view(-1).view(shape).transpose(-2, -1)
