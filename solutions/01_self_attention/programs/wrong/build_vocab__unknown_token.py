# wrong: an extra token for unknown words | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = sorted(set(sentence.replace(",", "").split()))
    return {word: index for index, word in enumerate([*words, "<unk>"])}
