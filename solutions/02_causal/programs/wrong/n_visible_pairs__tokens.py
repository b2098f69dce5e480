# wrong: one pair for each token | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return T
