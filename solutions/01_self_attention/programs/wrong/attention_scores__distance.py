# wrong: minus the squared distance | family: values | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return -(torch.cdist(queries, keys) ** 2)
