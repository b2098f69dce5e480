# wrong: half of all pairs, as a float | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return T**2 / 2
