def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    ids = torch.zeros(len(tokens))
    for position, token in enumerate(tokens):
        ids[position] = vocab[token]  # KeyError if the token is unknown
    return ids
