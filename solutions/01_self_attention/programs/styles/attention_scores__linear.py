# style: keys by queries, turned
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return (keys @ queries.transpose(-1, -2)).transpose(-1, -2)
