# wrong: an extra dimension | family: shape | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([[vocab[token] for token in tokens]])
