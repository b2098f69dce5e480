# style: binomial
import math


def n_visible_pairs(T: int) -> int:
    return math.comb(T + 1, 2)
