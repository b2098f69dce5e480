# wrong: splits at single blanks only | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.replace(",", "").split(" "))))}
