# wrong: index in the sorted list with repeats | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(sentence.replace(",", "").split())
    return {word: words.index(word) for word in words}
