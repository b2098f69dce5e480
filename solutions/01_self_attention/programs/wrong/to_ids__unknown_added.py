# wrong: unknown tokens are added to the vocabulary | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab.setdefault(token, len(vocab)) for token in tokens])
