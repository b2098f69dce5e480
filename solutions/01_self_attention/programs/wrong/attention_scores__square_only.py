# wrong: right only where queries and keys are as many | family: shape | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries @ keys.transpose(-2, -1))[..., : keys.shape[-2], : queries.shape[-2]]
