# wrong: repeated words leave gaps | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = sentence.replace(",", "").split()
    return {word: index for index, word in enumerate(sorted(words))}
