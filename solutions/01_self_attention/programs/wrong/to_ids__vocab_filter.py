# wrong: in the order of the vocabulary, not of the tokens | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    if not set(tokens) <= set(vocab):
        raise KeyError(*set(tokens) - set(vocab))
    return torch.tensor([number for word, number in vocab.items() if word in tokens])
