# wrong: sorted by length | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "").split()), key=len)
    return {word: index for index, word in enumerate(words)}
