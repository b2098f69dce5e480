# style: a defaultdict that counts itself
from collections import defaultdict


def build_vocab(sentence: str) -> dict[str, int]:
    vocab = defaultdict(lambda: len(vocab))
    for word in sorted(sentence.replace(",", "").split()):
        vocab[word]
    return dict(vocab)
