def build_vocab(sentence: str) -> dict[str, int]:
    seen = set()
    for w in sentence.split():
        seen.add(w.strip(","))
    vocab = {}
    for w in sorted(seen):
        vocab[w] = len(vocab)
    return vocab
