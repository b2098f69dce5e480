def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    T = len(tokens)
    ids = torch.zeros(T)
    for position in range(T):
        number = vocab.get(tokens[position])
        if number is None:
            raise KeyError("token is not in the vocabulary")
        ids[position] = number
    return ids
