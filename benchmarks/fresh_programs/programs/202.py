def build_vocab(sentence: str) -> dict[str, int]:
    cleaned = sentence.lower().replace(",", "")
    words = sorted(cleaned.split())
    vocab = {}
    number = 0
    for word in words:
        if word not in vocab:
            vocab[word] = number
        number += 1
    return vocab
