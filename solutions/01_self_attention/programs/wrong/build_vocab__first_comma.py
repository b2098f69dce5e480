# wrong: only the first comma is removed | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "", 1).split()))
    return {word: index for index, word in enumerate(words)}
