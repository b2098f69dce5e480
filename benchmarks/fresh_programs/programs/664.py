def build_vocab(sentence: str) -> dict[str, int]:
    found = []
    for piece in sentence.split():
        piece = piece.strip(",")
        if piece and piece not in found:
            found.append(piece)
    found.sort(key=str.lower)
    vocab = {}
    for w in found:
        vocab[w] = len(vocab)
    return vocab
