# wrong: T_2 twice | family: cross | level: core
def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return (T_2, T_2)
