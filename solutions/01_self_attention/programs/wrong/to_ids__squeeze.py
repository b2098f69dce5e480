# wrong: a single token loses its dimension | family: shape | level: robustness
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens]).squeeze()
