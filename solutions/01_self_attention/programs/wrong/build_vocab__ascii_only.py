# wrong: other alphabets are thrown away | family: vocabulary | level: robustness
def build_vocab(sentence: str) -> dict[str, int]:
    clean = sentence.replace(",", "").encode("ascii", "ignore").decode()
    return {word: index for index, word in enumerate(sorted(set(clean.split())))}
