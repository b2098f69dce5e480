# wrong: words are turned to lower case | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.lower().replace(",", "").split())))}
