# wrong: precedence | family: formula | level: core
def n_visible_pairs(T: int) -> int:
    return T * T + 1 / 2
