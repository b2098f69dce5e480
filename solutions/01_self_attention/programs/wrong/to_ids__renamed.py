# wrong: other names of the arguments | family: shape | level: robustness
def to_ids(words, vocabulary):
    return torch.tensor([vocabulary[word] for word in words], dtype=torch.long)
