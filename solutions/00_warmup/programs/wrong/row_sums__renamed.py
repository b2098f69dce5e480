# wrong: other names of the arguments | family: shape | level: robustness
def row_sums(matrix):
    return matrix.sum(-1)
