def to_ids(tokens, vocab):
    ids = []
    for tok in tokens:
        ids.append(vocab.get(tok, 0))
    return torch.tensor(ids, dtype=torch.int64)
