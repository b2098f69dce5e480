# wrong: half, rounded up | family: mask | level: core
def n_visible_pairs(T: int) -> int:
    return (T * T + 1) // 2
