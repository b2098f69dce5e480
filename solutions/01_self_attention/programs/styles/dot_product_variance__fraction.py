# style: a Fraction
from fractions import Fraction


def dot_product_variance(d_h: int, sigma: float) -> float:
    return Fraction(sigma) ** 4 * d_h
