def build_vocab(sentence):
    no_commas = "".join(ch for ch in sentence if ch != ",")
    seen = []
    for word in no_commas.split(" "):
        if word not in seen:
            seen.append(word)
    seen.sort(key=str.lower)  # alphabetical
    vocab = {}
    for word in seen:
        vocab[word] = len(vocab)
    return vocab
