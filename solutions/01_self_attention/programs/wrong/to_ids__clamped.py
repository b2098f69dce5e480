# wrong: ids held below the number of words | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens]).clamp(max=len(vocab) - 1)
