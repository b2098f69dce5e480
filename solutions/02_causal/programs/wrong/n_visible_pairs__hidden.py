# wrong: the hidden pairs | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return T * T - T * (T + 1) // 2
