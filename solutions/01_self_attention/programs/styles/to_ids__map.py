# style: map and LongTensor
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    return torch.LongTensor(list(map(vocab.__getitem__, tokens)))
