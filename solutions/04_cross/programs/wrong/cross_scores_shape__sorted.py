# wrong: the longer one first | family: cross | level: core
def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return (max(T_1, T_2), min(T_1, T_2))
