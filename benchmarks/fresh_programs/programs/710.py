def build_vocab(sentence: str) -> dict[str, int]:
    cleaned = sentence.replace(",", " ").strip()
    vocab = {}
    for w in sorted(cleaned.split(" ")):
        if w and w not in vocab:
            vocab[w] = len(vocab)
    return vocab
