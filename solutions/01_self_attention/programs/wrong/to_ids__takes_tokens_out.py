# wrong: takes the tokens out of the list | family: state | level: robustness
def to_ids(tokens, vocab):
    queue = tokens if isinstance(tokens, list) else list(tokens)
    ids = []
    while queue:
        ids.append(vocab[queue.pop(0)])
    return torch.tensor(ids, dtype=torch.long)
