# wrong: a numpy array | family: shape | level: core
import numpy as np


def to_ids(tokens, vocab) -> Tensor:
    return np.array([vocab[token] for token in tokens])
