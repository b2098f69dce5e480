# wrong: queries are detached | family: autograd | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries.detach() @ keys.transpose(-2, -1)
