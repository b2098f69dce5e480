# wrong: places of the words in the dictionary | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    words = list(vocab)
    if any(token not in vocab for token in tokens):
        raise KeyError(str(tokens))
    return torch.tensor([words.index(token) for token in tokens])
