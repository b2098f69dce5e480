# style: stacked scalars
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    return torch.stack([torch.tensor(vocab[token]) for token in tokens])
