# wrong: the exception does not say which token | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    if not set(tokens) <= set(vocab):
        raise KeyError("unknown token")
    return torch.tensor([vocab[token] for token in tokens])
