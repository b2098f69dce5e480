# wrong: unknown tokens are left out | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens if token in vocab])
