# wrong: other names of the arguments | family: shape | level: robustness
def attention_scores(q, k):
    return q @ k.mT
