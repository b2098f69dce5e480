# wrong: the scores are rounded | family: values | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.round(queries @ keys.transpose(-2, -1), decimals=3)
