def build_vocab(sentence):
    words = sentence.replace(",", "").split(" ")
    unique_words = sorted(set(words))
    vocab = {}
    counter = 1
    for w in unique_words:
        vocab[w] = counter
        counter += 1
    return vocab
