"""How close a result must come to what is expected."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tolerance:
    """|got - expected| <= absolute + relative · |expected|."""

    absolute: float
    relative: float


# float32 values of order 1: accepts every right order of operations (exp of a difference, renormalising after softmax).
FLOAT32 = Tolerance(1e-4, 1e-4)
# float32 around 1e4: neighbouring numbers lie 1e-3 apart, which x - logsumexp(x) shows and x - max(x) does not;
# the one is as right as the other.
LARGE = Tolerance(2e-3, 2e-3)
# float64: torch.sqrt(torch.tensor(d_k)) is a float32 constant in an otherwise exact program, hence not 1e-9.
FLOAT64 = Tolerance(1e-6, 1e-6)
# bfloat16 keeps 8 bits.
BFLOAT16 = Tolerance(4e-2, 4e-2)
# Figures printed with 4 decimals.
PRINTED = Tolerance(1.5e-4, 0.0)
# Numbers that a formula gives.
FORMULA = Tolerance(1e-6, 1e-5)
