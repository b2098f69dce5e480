# wrong: / binds before +: a bracket is missing | family: formula | level: core
def n_visible_pairs(T: int) -> int:
    return T * T + 1 / 2
