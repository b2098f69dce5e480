# wrong: a hundred tokens at most | family: vocabulary | level: core
def to_ids(tokens, vocab):
    return torch.tensor([vocab[token] for token in tokens][:100], dtype=torch.long)
