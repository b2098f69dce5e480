# wrong: only the first batch element | family: axis | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    if queries.dim() > 2:
        return (queries[0] @ keys[0].transpose(-2, -1)).expand(queries.shape[0], *(-1,) * (queries.dim() - 1))
    return queries @ keys.T
