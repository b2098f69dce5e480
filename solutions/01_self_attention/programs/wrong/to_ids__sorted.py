# wrong: the ids are sorted | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor(sorted(vocab[token] for token in tokens))
