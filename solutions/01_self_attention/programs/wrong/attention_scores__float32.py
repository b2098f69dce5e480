# wrong: always float32 | family: dtype | level: robustness
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries.float() @ keys.float().transpose(-2, -1)
