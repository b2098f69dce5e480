# style: through numpy
import numpy as np
from collections.abc import Mapping, Sequence


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    return torch.from_numpy(np.array([vocab[token] for token in tokens], dtype=np.int64))
