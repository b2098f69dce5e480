# wrong: in order of appearance | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = dict.fromkeys(sentence.replace(",", "").split())
    return {word: index for index, word in enumerate(words)}
