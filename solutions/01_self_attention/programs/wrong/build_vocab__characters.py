# wrong: letters instead of words | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return {letter: index for index, letter in enumerate(sorted(set(sentence.replace(",", ""))))}
