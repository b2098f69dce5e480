def build_vocab(sentence: str) -> dict[str, int]:
    clean_sentence = sentence.replace(",", "")
    all_words = clean_sentence.split(" ")
    unique_words = sorted(set(all_words))
    vocab = {}
    for index, word in enumerate(unique_words, start=1):
        vocab[word] = index
    return vocab
