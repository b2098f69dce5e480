# style: a Fraction and a number without any hurry
from fractions import Fraction


def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return Fraction(d_in) * (d_out_kq * 2 + d_out_v)
