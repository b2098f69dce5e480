# wrong: pairs without order | family: mask | level: core
import math


def n_visible_pairs(T: int) -> int:
    return math.comb(T, 2)
