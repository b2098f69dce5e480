# wrong: list method used, tuples fail | family: state | level: robustness
def to_ids(tokens, vocab) -> Tensor:
    tokens = tokens.copy()
    return torch.tensor([vocab[token] for token in tokens])
