# wrong: adds a padding token to the vocabulary | family: state | level: robustness
def to_ids(tokens, vocab):
    vocab.setdefault("<pad>", 0)
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
