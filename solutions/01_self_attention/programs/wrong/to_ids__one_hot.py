# wrong: one-hot rows | family: shape | level: core
def to_ids(tokens, vocab) -> Tensor:
    return nn.functional.one_hot(torch.tensor([vocab[token] for token in tokens]), max(vocab.values()) + 1)
