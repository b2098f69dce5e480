# wrong: works for two matrices only | family: shape | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.mm(queries, keys.t())
