# wrong: a list of words | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return sorted(set(sentence.replace(",", "").split()))
