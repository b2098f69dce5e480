# wrong: only commas at the end of words are removed | family: vocabulary | level: core
def build_vocab(sentence: str) -> dict[str, int]:
    words = {word.rstrip(",") for word in sentence.split()}
    return {word: index for index, word in enumerate(sorted(words))}
