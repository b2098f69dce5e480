# style: a loop and a growing dictionary
def build_vocab(sentence: str) -> dict[str, int]:
    vocab = {}
    for word in sorted(set(sentence.replace(",", "").split())):
        vocab[word] = len(vocab)
    return vocab
