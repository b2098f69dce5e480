# wrong: a softmax is applied already | family: normalisation | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.softmax(queries @ keys.transpose(-2, -1), -1)
