# wrong: one row too many | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return (T + 1) * (T + 2) // 2
