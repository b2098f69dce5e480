def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    ids = torch.zeros(len(tokens), dtype=torch.long)
    for token in tokens:
        place = tokens.index(token)
        ids[place] = vocab[token]
    return ids
