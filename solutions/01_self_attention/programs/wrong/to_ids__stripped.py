# wrong: white space around a token is ignored | family: vocabulary | level: core
def to_ids(tokens, vocab):
    return torch.tensor([vocab[t.strip()] for t in tokens], dtype=torch.long)
