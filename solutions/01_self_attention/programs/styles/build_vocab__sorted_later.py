# style: the dictionary in order of appearance
def build_vocab(sentence: str) -> dict[str, int]:
    words = sentence.replace(",", "").split()
    unique = sorted(set(words))
    return {word: unique.index(word) for word in words}
