# wrong: other names of the arguments | family: shape | level: robustness
def build_vocab(text):
    return {word: number for number, word in enumerate(sorted(set(text.replace(",", "").split())))}
