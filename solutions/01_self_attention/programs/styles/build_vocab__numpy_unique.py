# style: numpy finds the unique words
import numpy as np


def build_vocab(sentence: str) -> dict[str, int]:
    return {str(word): i for i, word in enumerate(np.unique(sentence.replace(",", "").split()))}
