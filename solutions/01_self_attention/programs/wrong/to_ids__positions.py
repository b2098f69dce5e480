# wrong: positions in the sentence instead of ids | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.arange(len(tokens)) + 0 * torch.tensor([vocab[token] for token in tokens])
