# wrong: a list | family: shape | level: core
def to_ids(tokens, vocab) -> Tensor:
    return [vocab[token] for token in tokens]
