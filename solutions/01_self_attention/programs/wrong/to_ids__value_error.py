# wrong: another exception | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    if any(token not in vocab for token in tokens):
        raise ValueError(f"unknown: {tokens}")
    return torch.tensor([vocab[token] for token in tokens])
