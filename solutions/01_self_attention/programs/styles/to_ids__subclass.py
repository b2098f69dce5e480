# style: a KeyError of its own
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    class UnknownTokenError(KeyError):
        pass

    ids = []
    for token in tokens:
        number = vocab.get(token)
        if number is None:
            raise UnknownTokenError(token)
        ids.append(number)
    return torch.as_tensor(ids)
