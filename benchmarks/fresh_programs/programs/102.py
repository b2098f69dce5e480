def build_vocab(sentence: str) -> dict[str, int]:
    vocab = {}
    for word in sentence.replace(",", "").split():
        if word not in vocab:
            vocab[word] = len(vocab)
    return dict(sorted(vocab.items()))
