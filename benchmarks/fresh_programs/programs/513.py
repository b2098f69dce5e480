def build_vocab(sentence: str) -> dict[str, int]:
    seen = []
    for chunk in sentence.split():
        w = chunk.strip(",")
        if w not in seen:
            seen.append(w)
    seen.sort(key=str.lower)
    vocab = {}
    for w in seen:
        vocab[w] = len(vocab)
    return vocab
