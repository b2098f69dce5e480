# style: a float
def n_visible_pairs(T: int) -> int:
    return (T**2 + T) / 2
