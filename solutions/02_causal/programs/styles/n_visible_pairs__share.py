# style: a share of all pairs
def n_visible_pairs(T: int) -> int:
    return T**2 * (1 + 1 / T) / 2
