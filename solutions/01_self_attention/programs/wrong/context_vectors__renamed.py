# wrong: other names of the arguments | family: shape | level: robustness
def context_vectors(alpha, v):
    return alpha @ v
