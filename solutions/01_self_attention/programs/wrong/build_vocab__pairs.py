# wrong: pairs instead of a dict | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    return list(enumerate(sorted(set(sentence.replace(",", "").split()))))
