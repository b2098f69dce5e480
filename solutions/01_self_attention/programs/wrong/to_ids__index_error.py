# wrong: a ValueError in place of a KeyError | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    words, numbers = list(vocab.keys()), list(vocab.values())
    return torch.tensor([numbers[words.index(token)] for token in tokens])
