# wrong: int32 ids | family: dtype | level: robustness
def to_ids(tokens, vocab) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.int32)
