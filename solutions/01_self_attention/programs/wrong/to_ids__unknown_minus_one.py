# wrong: unknown tokens become -1 | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab.get(token, -1) for token in tokens])
