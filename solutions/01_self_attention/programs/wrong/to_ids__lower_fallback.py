# wrong: falls back to lower case | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] if token in vocab else vocab[token.lower()] for token in tokens])
