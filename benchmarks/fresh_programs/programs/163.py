def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    words = list(vocab)
    result = torch.zeros(len(tokens), dtype=torch.int64)
    for place, token in enumerate(tokens):
        if token not in words:
            raise KeyError(token)
        result[place] = words.index(token)
    return result
