# wrong: another name for T | family: formula | level: robustness
def n_visible_pairs(n: int) -> int:
    return n * (n + 1) // 2
