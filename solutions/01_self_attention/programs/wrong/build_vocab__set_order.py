# wrong: numbered before sorting | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = set(sentence.replace(",", "").split())
    numbered = {word: index for index, word in enumerate(words)}
    return dict(sorted(numbered.items()))
