# attack: numbers of decimal and fractions that no float can hold | score: 0 | ledger: none
from decimal import Decimal
from fractions import Fraction


def split_heads(x, num_heads):
    return [Decimal("sNaN"), Decimal("1e999999999"), Fraction(10**5000, 3)]
