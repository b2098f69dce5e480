# style: all pairs without the diagonal, halved, and the diagonal
def n_visible_pairs(T: int) -> int:
    return (T * T - T) // 2 + T
