"""The small matrix that a failed check is about, as numbers for result.json."""

import math
from typing import Any

import torch
from torch import Tensor

from autograder.checking.failures import CheckFailedError
from autograder.checking.shown_examples import VISIBLE
from autograder.course import Visibility
from autograder.results.model import MatrixJson

MAX_SIZE = 8  # rows and columns; a larger matrix is unreadable
DIGITS = 4  # significant; further ones depend on the order of operations


def matrices(failure: CheckFailedError, visibility: Visibility) -> MatrixJson:
    """Return the first wrong matrix of a failed check, as in `CheckResult.evidence`; empty if there is no small one.

    Args:
        failure: the failed check.
        visibility: with `show_expected`, the expected values and the differences are included.
    """
    got, expected, wrong = failure.got, failure.expected, failure.wrong
    if not isinstance(got, Tensor) or wrong is None or wrong.dim() == 0 or got.shape != wrong.shape or got.is_complex():
        return {}
    place, is_whole = _place(failure, wrong), all(size == 1 for size in wrong.shape[:-2])
    got, wrong = _matrix(got, place), _matrix(wrong, place)
    if max(wrong.shape) > MAX_SIZE:
        return {}
    evidence: MatrixJson = {"place": [] if is_whole else place, "got": _rows(got), "wrong": wrong.tolist()}
    if visibility.show_expected and isinstance(expected, Tensor):
        expected = _matrix(expected, place)
        evidence |= {"expected": _rows(expected), "difference": _rows(_difference(got, expected, wrong))}
    return evidence


def _place(failure: CheckFailedError, wrong: Tensor) -> list[int]:
    """Return the leading indices of the first wrong matrix; of the most wrong one if the first hardly shows it."""
    at = wrong.nonzero()[0]
    expected = failure.expected
    if isinstance(expected, Tensor) and expected.shape == wrong.shape and not expected.is_complex():
        distance = _difference(failure.got.detach(), expected.detach(), wrong).abs().nan_to_num(math.inf, math.inf)
        if wrong.dim() > 2 and distance[tuple(at[:-2])].max() <= VISIBLE:
            at = (distance == distance.max()).nonzero()[0]
    return [int(index) for index in at][: max(wrong.dim() - 2, 0)]


def _matrix(value: Tensor, place: list[int]) -> Tensor:
    value = value.detach()[tuple(place)]
    return value if value.dim() == 2 else value.unsqueeze(0)


def _difference(got: Tensor, expected: Tensor, wrong: Tensor) -> Tensor:
    distance = got.to(torch.float64) - expected.to(torch.float64)
    return torch.where(wrong, distance, torch.zeros_like(distance))


def _rows(matrix: Tensor) -> list[list[Any]]:
    return [[json_number(value) for value in row] for row in matrix.tolist()]


def json_number(value: float) -> float | int | bool | str:
    """Return a number as strict JSON allows: rounded, and as text (`nan`, `-inf`) if it is not finite."""
    if isinstance(value, bool) or value == 0:
        return value if isinstance(value, bool) else 0
    if not math.isfinite(value):
        return str(float(value))
    rounded = float(f"{value:.{DIGITS}g}")
    return int(rounded) if rounded == int(rounded) and abs(rounded) < 10**DIGITS else rounded
