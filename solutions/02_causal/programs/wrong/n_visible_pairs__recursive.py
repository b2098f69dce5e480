# wrong: a recursion that is too deep | family: stability | level: robustness
def n_visible_pairs(T: int) -> int:
    return T if T <= 1 else T + n_visible_pairs(T - 1)
