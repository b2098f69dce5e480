# wrong: a set | family: shape | level: core
def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return {T_1, T_2}
