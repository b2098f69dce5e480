# style: zip with a range
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set("".join(c for c in sentence if c != ",").split()))
    return dict(zip(words, range(len(words))))
