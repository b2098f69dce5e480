def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    ids = torch.zeros(len(tokens), dtype=torch.int64)
    for place, token in enumerate(tokens):
        number = vocab.get(token)
        if not number:
            # never guess: an unknown word must be reported
            raise KeyError(token)
        ids[place] = number
    return ids
