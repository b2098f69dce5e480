# wrong: negative scores become 0 | family: values | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.relu(queries @ keys.transpose(-2, -1))
