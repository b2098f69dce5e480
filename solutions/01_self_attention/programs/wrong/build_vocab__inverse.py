# wrong: maps numbers to words, not words to numbers | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return {index: word for index, word in enumerate(sorted(set(sentence.replace(",", "").split())))}
