# wrong: words of one letter are left out | family: vocabulary | level: core
def build_vocab(sentence):
    words = sorted({word for word in sentence.replace(",", "").split() if len(word) > 1})
    return {word: number for number, word in enumerate(words)}
