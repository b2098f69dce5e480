def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    ids = []
    for tok in tokens:
        if tok in vocab:
            ids.append(vocab[tok])
        else:
            raise KeyError("this word is not in the vocabulary")
    return torch.Tensor(ids)
