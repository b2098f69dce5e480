"""Describes a wrong result by comparing it with the expected one, without knowing its cause."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from .show import show_number, sort_of

RELATIVE, ABSOLUTE = 1e-3, 2e-4
MOST = 3
SMALL, LARGE, EXACT = 12, 1e6, 1e-5
DROPOUT = re.compile(r"\bin training, dropout (0\.\d+)")  # of a public test: the share of weights
NEAR = 0.01  # a factor so close to 1 is none
FEWEST = 3  # numbers in a row of which mean and variance say something


def observations(got: Any, expected: Any, called: str = "") -> list[str]:
    """Return at most three sentences about how the two values of a call differ."""
    if dropped := DROPOUT.search(called):
        return list(_in_dropout(got, expected, float(dropped[1])))
    if (
        isinstance(got, Tensor)
        and isinstance(expected, Tensor)
        and "meta" not in (got.device.type, expected.device.type)
    ):
        seen = _in_shapes(got, expected) if got.shape != expected.shape else _in_values(got.detach(), expected.detach())
        return list(seen)[:MOST]
    if sort_of(got) == sort_of(expected) == "a number" and float(expected) and float(got) and got != expected:
        ratio = float(got) / float(expected)
        return [f"yours is {_show_ratio(ratio)} times what is expected"] if _is_plain(ratio) else []
    return []


def _in_dropout(got: Any, expected: Any, share: float) -> Iterator[str]:
    """Say how many weights a layer in training left in place that should drop this share of them."""
    if not isinstance(got, Tensor) or not isinstance(expected, Tensor) or got.shape != expected.shape:
        return
    used = expected != 0
    if _equal(got, (1 - share) * expected):
        words = {0.25: "a quarter", 0.5: "half"}.get(share, f"{share:.0%}")
        yield f"none of {int(used.sum())} weights was dropped, about {words} should be"


def _is_plain(ratio: float) -> bool:
    """Whether a ratio, or its square, is one of small whole numbers: others say nothing."""
    return _fraction(ratio) is not None or _fraction(ratio**2) is not None


def _fraction(ratio: float) -> Fraction | None:
    """Return the fraction of small whole numbers that a ratio is; None if it is none, or 1."""
    if not 1 / LARGE < abs(ratio) < LARGE:  # also nan
        return None
    fraction = Fraction(ratio).limit_denominator(SMALL)
    is_plain = fraction != 1 and (fraction.denominator == 1 or abs(fraction.numerator) <= SMALL)
    return fraction if is_plain and abs(float(fraction) / ratio - 1) < EXACT else None


def _show_ratio(ratio: float) -> str:
    """Return a ratio as a fraction or the root of one, such as 1/3 and sqrt(3/4): that is where a factor comes from."""
    plain, squared = _fraction(ratio), _fraction(ratio**2)
    if plain is not None:
        return str(plain)
    if squared is not None:
        return f"{'-' if ratio < 0 else ''}sqrt({squared})"
    return show_number(ratio)


def _in_shapes(got: Tensor, expected: Tensor) -> Iterator[str]:
    if got.numel() == expected.numel():
        yield "as many numbers as expected, arranged in another way"
    if got.dim() != expected.dim():
        yield f"{got.dim()} dimension{'' if got.dim() == 1 else 's'} instead of {expected.dim()}"
    elif sorted(got.shape) == sorted(expected.shape):
        yield "the sizes are right, their order is not"


def _in_values(got: Tensor, expected: Tensor) -> Iterator[str]:
    if expected.dtype is torch.bool or not expected.numel():
        if got.dtype is torch.bool and torch.equal(got, ~expected):
            yield "True stands exactly where False is expected"
        return
    got, expected = got.double(), expected.double()
    finite = bool(torch.isfinite(got).all() and torch.isfinite(expected).all())
    if not finite:
        yield from _in_odd(got, expected)
        return
    if torch.equal(got, expected):  # what differs is not in the numbers
        return
    if _equal(got, expected):
        yield "close to what is expected, but not equal to it"
    else:
        yield from _as_a_whole(got, expected)
    if expected.dim() > 1:
        yield from _in_norms(got, expected)
        yield from _in_sums(got, expected)
        yield from _in_triangles(got, expected)


def _in_odd(got: Tensor, expected: Tensor) -> Iterator[str]:
    for name, where in (("NaN", torch.isnan), ("infinite", torch.isinf)):
        count, wanted = int(where(got).sum()), int(where(expected).sum())
        if count != wanted:
            verb = "is" if count == 1 else "are"
            yield f"{count} of {got.numel()} numbers {verb} {name}, {wanted or 'none'} should be"


def _as_a_whole(got: Tensor, expected: Tensor) -> Iterator[str]:
    square = expected.dim() > 1 and expected.shape[-1] == expected.shape[-2]
    used = expected.abs() > ABSOLUTE
    ratio = (got[used] / expected[used]).median() if used.any() else torch.tensor(0.0)
    shift = (got - expected).median()
    if square and _equal(got, expected.transpose(-2, -1)):
        yield "yours is the transpose of what is expected"
    elif got.numel() == 1 and ratio:
        if _is_plain(float(ratio)):
            yield f"yours is {_show_ratio(float(ratio))} times what is expected"
    elif ratio and abs(ratio - 1) > NEAR and _equal(got, ratio * expected):
        yield f"every number is {_show_ratio(float(ratio))} times what is expected"
    elif got.numel() > 1 and _equal(got, expected + shift):
        yield f"every number is off by {show_number(shift)}"
    elif _equal(got.flatten().sort().values, expected.flatten().sort().values):
        yield "the right numbers, in another order"


def _equal(one: Tensor, other: Tensor) -> bool:
    return torch.allclose(one, other, rtol=RELATIVE, atol=ABSOLUTE)


def _in_sums(got: Tensor, expected: Tensor) -> Iterator[str]:
    for name, dim in (("row", -1), ("column", -2)):
        mine, wanted = _sum_to_one(got, dim), _sum_to_one(expected, dim)
        if mine and not wanted:
            yield f"in yours every {name} sums to 1; in what is expected that is not so"
        if wanted and not mine:
            yield f"every {name} should sum to 1; yours do not"


def _in_norms(got: Tensor, expected: Tensor) -> Iterator[str]:
    if got.shape[-1] >= FEWEST and _normalised(got) and not _normalised(expected):
        yield "in yours every row has mean 0 and variance 1; in what is expected that is not so"


def _normalised(value: Tensor) -> bool:
    means, variances = value.mean(-1), value.var(-1, correction=0)
    return bool((means.abs() < NEAR).all() and ((variances - 1).abs() < 2 * NEAR).all())


def _sum_to_one(value: Tensor, dim: int) -> bool:
    sums = value.sum(dim)
    return torch.allclose(sums, torch.ones_like(sums), atol=1e-3)


def _in_triangles(got: Tensor, expected: Tensor) -> Iterator[str]:
    wrong = ~torch.isclose(got, expected, rtol=RELATIVE, atol=ABSOLUTE)
    rows = expected.shape[-2]
    if expected.shape[-1] == rows:
        above = torch.ones(rows, rows, dtype=torch.bool).triu(1).expand_as(wrong)
        if not expected[above].any() and got[above].any():
            yield "what is expected is 0 above the diagonal; yours is not"
    bad = [row for row in range(rows) if wrong[..., row, :].any()]
    if len(bad) == 1 < rows:
        yield f"only row {bad[0]} is wrong"
    elif 0 < len(bad) < rows:
        yield f"only rows {', '.join(map(str, bad))} are wrong"
