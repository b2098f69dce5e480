# wrong: counts how often each word stands there | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = sentence.replace(",", "").split()
    return {word: words.count(word) for word in sorted(words)}
