# wrong: padded to the longer one | family: cross | level: core
def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return (max(T_1, T_2), max(T_1, T_2))
