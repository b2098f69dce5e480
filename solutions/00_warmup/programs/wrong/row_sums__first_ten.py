# wrong: adds the first ten numbers only | family: shape | level: core
def row_sums(x):
    return x[..., :10].sum(-1)
