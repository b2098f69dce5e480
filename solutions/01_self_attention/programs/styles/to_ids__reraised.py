# style: try and except
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    ids = torch.empty(len(tokens), dtype=torch.int64)
    for place, token in enumerate(tokens):
        try:
            ids[place] = vocab[token]
        except KeyError:
            raise KeyError(f"{token!r} is no word of the vocabulary") from None
    return ids
