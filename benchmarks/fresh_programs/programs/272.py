def build_vocab(sentence: str) -> dict[str, int]:
    """Number the different words of a sentence."""
    seen = []
    for piece in sentence.split():
        word = piece.strip(",")
        if word and word not in seen:
            seen.append(word)
    seen.sort()

    vocab = {}
    for word in seen:
        vocab[word] = len(vocab)
    return vocab
