def build_vocab(sentence):
    vocab = {}
    for word in sentence.replace(",", "").split():
        if word not in vocab:
            vocab[word] = len(vocab)
    return vocab
