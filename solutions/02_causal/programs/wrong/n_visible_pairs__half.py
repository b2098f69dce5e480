# wrong: half of all pairs | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return T * T // 2
