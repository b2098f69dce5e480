# wrong: the numbers are strings | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: str(index) for index, word in enumerate(sorted(set(sentence.replace(",", "").split())))}
