def to_ids(tokens, vocab):
    ids = []
    for tok in tokens:
        number = vocab.setdefault(tok, len(vocab))
        ids.append(number)
    return torch.LongTensor(ids)
