# wrong: tokens are lowered | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token.lower()] for token in tokens])
