# wrong: the mean over d_k instead of the sum | family: scale | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (queries.unsqueeze(-2) * keys.unsqueeze(-3)).mean(-1)
