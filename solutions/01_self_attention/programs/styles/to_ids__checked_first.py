# style: unknown tokens are looked for first
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    unknown = [token for token in tokens if token not in vocab]
    if unknown:
        raise KeyError(f"not in the vocabulary: {unknown}")
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
