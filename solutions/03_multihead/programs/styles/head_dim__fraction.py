# style: a Fraction
from fractions import Fraction


def head_dim(d_model: int, num_heads: int) -> int:
    return Fraction(d_model, num_heads)
