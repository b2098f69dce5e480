# wrong: computed in bfloat16 | family: dtype | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries.bfloat16() @ keys.bfloat16().transpose(-2, -1)).to(queries.dtype)
