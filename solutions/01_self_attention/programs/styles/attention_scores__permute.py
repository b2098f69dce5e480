# style: swapaxes
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries.matmul(keys.swapaxes(-1, -2))
