def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(word.rstrip(",") for word in sentence.split())
    vocab: dict[str, int] = {}
    for number, word in enumerate(words):
        vocab.setdefault(word, number)
    return vocab
