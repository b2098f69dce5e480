# style: an OrderedDict filled from a heap
from collections import OrderedDict


def build_vocab(sentence: str) -> dict[str, int]:
    words = list(set("".join(sentence.split(",")).split()))
    words.sort()
    return OrderedDict((word, index) for index, word in enumerate(words))
