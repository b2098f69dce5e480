# wrong: unknown tokens become 0 | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab.get(token, 0) for token in tokens])
