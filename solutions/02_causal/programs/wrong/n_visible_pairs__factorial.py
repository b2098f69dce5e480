# wrong: multiplied instead of added | family: formula | level: core
import math


def n_visible_pairs(T: int) -> int:
    return math.factorial(T)
