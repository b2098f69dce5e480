# wrong: float ids | family: dtype | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.Tensor([vocab[token] for token in tokens])
