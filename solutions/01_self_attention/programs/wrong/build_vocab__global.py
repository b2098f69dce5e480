# wrong: one dictionary for all calls | family: vocabulary | level: core
VOCAB: dict[str, int] = {}


def build_vocab(sentence: str) -> dict[str, int]:
    for word in sorted(set(sentence.replace(",", "").split())):
        VOCAB.setdefault(word, len(VOCAB))
    return dict(VOCAB)
