# wrong: falls back to the word without punctuation | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] if token in vocab else vocab[token.strip(",.")] for token in tokens])
