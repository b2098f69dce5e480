# style: a Fraction
from fractions import Fraction


def largest_stable_learning_rate(curvature: float) -> float:
    return 2 / Fraction(curvature)
