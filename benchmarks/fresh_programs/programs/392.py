def build_vocab(sentence: str) -> dict[str, int]:
    tokens = sentence.split(" ")
    cleaned = []
    for t in tokens:
        # "short," -> "short"
        cleaned.append(t.strip(","))

    vocab = {}
    for t in sorted(cleaned):
        if t not in vocab:  # repeated words get no second number
            vocab[t] = len(vocab)
    return vocab
