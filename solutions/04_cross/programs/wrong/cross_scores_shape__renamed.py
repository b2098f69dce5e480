# wrong: names of its own | family: formula | level: robustness
def cross_scores_shape(n: int, m: int) -> tuple[int, int]:
    return (n, m)
