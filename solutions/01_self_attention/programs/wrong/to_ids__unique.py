# wrong: each id once | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in dict.fromkeys(tokens)])
