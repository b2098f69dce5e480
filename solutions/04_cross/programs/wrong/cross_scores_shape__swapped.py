# wrong: keys before queries | family: cross | level: core
def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return (T_2, T_1)
