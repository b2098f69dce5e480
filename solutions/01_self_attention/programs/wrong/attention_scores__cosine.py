# wrong: cosines of the angles | family: normalisation | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    q, k = nn.functional.normalize(queries, dim=-1), nn.functional.normalize(keys, dim=-1)
    return q @ k.transpose(-2, -1)
