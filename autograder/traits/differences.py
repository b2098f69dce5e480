"""How wrong results differ from the right ones, in words that are true of each of them."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from autograder.checking.failures import CheckFailedError
from autograder.checking.shown_examples import is_plain_number
from autograder.wording import counted

RELATIVE, ABSOLUTE = 1e-3, 1e-5  # within which numbers count as the same
MOST_DIMENSIONS = 6  # of results whose dimensions may be exchanged
MOST_ORDERED = 4  # dimensions of which all orders are tried
FEW = 2  # different numbers say little about their places
PLACES = {-1: "last", -2: "second to last", -3: "third to last", -4: "fourth to last"}
SMALL_NUMBERS = ("no", "a", "two", "three", "four")


@dataclass(frozen=True)
class Comparison:
    """A wrong result, or a part of one, beside the right one; with the arguments of its example, if it has one."""

    got: Tensor
    expected: Tensor
    arguments: Mapping[str, Any]
    wrong: Tensor  # which numbers are wrong; of a result of the wrong shape, nothing is known
    truths: bool = False  # instead of numbers

    @property
    def has_shape(self) -> bool:
        """Whether the shape is right."""
        return self.got.shape == self.expected.shape


def compare_failure(failure: CheckFailedError, arguments: Mapping[str, Any]) -> Comparison | None:
    """Return what a failure compared; None for gradients, and for anything else than tensors or a single number.

    None also for numbers that differ so little that they could be taken for right ones at another place.
    """
    got, expected, wrong = failure.got, failure.expected, failure.wrong
    if failure.record.is_gradient:
        return None
    if is_plain_number(got) and is_plain_number(expected) and not failure.record.part:
        got, expected, wrong = (torch.tensor(item, dtype=torch.float64) for item in (got, expected, True))
        return Comparison(got, expected, arguments, wrong.bool())
    if not _is_comparable(got) or not _is_comparable(expected):
        return None
    if (got.dtype is torch.bool) != (expected.dtype is torch.bool):
        return None
    truths = expected.dtype is torch.bool
    got, expected = got.detach().double(), expected.detach().double()
    if _same(got, expected):
        return None
    return Comparison(got, expected, arguments, torch.tensor(True) if wrong is None else wrong, truths)


def _is_comparable(value: Any) -> bool:
    return isinstance(value, Tensor) and not value.is_complex()


Clauses = Iterator[str]
Relation = Callable[[Comparison], Clauses]


def shared_clauses(comparisons: Sequence[Comparison]) -> list[str]:
    """Return what is true of all comparisons, of which there is at least one: of each group the first clause."""
    moved = _clauses(MOVED, comparisons)
    if all(moved):
        return _first_shared(moved)
    kinds = {item.truths for item in comparisons}
    values = NUMBERS if kinds == {False} else TRUTHS if kinds == {True} else ()
    return [clause for group in (SHAPES, WHICH, values) for clause in _first_shared(_clauses(group, comparisons))]


def _clauses(group: Sequence[Relation], comparisons: Sequence[Comparison]) -> list[list[str]]:
    """Return what is true of each comparison, in the order of the relations."""
    return [[clause for relation in group for clause in relation(item)] for item in comparisons]


def _first_shared(clauses: Sequence[Sequence[str]]) -> list[str]:
    """Return the first clause that stands in all of several lists, in a list; an empty one if none does."""
    return [clause for clause in clauses[0] if all(clause in others for others in clauses[1:])][:1]


def _same(got: Tensor, expected: Tensor) -> bool:
    return got.shape == expected.shape and bool(torch.isclose(got, expected, RELATIVE, ABSOLUTE, equal_nan=True).all())


def _exchanged(item: Comparison) -> Clauses:
    """Two dimensions are exchanged, or all are in another order."""
    rank = item.expected.ndim
    if item.got.ndim != rank or not 1 < rank <= MOST_DIMENSIONS:
        return
    for one, other in itertools.combinations(range(rank), 2):
        if _same(item.got, item.expected.transpose(one, other)):
            if (one, other) == (rank - 2, rank - 1):
                yield "the numbers are right, but the last two dimensions are exchanged"
            yield f"the numbers are right, but dimensions {one} and {other} are exchanged"
            yield "the numbers are right, but dimensions are exchanged"
    orders = itertools.permutations(range(rank)) if rank <= MOST_ORDERED else ()
    if any(_same(item.got, item.expected.permute(order)) for order in orders):
        yield "the numbers are right, but the dimensions are in another order"


def _reversed(item: Comparison) -> Clauses:
    if not item.has_shape:
        return
    for place in range(item.expected.ndim):
        if item.expected.shape[place] > 1 and _same(item.got, item.expected.flip(place)):
            yield f"the numbers are right, but in reverse order along the {_dimension(place - item.expected.ndim)}"


def _ones_beside(item: Comparison) -> Clauses:
    """The numbers are right and in order, but there are dimensions of size 1 too many, or too few."""
    got, expected = item.got, item.expected
    if got.ndim == expected.ndim or not _same(got.flatten(), expected.flatten()):
        return
    if [size for size in got.shape if size != 1] == [size for size in expected.shape if size != 1]:
        more = got.ndim - expected.ndim
        yield f"the numbers are right, but {_dimensions_of_one(more)}"
        yield f"the numbers are right, but dimensions of size 1 are {'too many' if more > 0 else 'missing'}"


def _dimensions_of_one(more: int) -> str:
    """Return what is too much or missing: `there are two dimensions of size 1 too many`."""
    count = SMALL_NUMBERS[abs(more)] if abs(more) < len(SMALL_NUMBERS) else str(abs(more))
    dimensions, verb = ("dimension", "is") if abs(more) == 1 else ("dimensions", "are")
    if more > 0:
        return f"there {verb} {count} {dimensions} of size 1 too many"
    return f"{count} {dimensions} of size 1 {verb} missing"


def _elsewhere(item: Comparison) -> Clauses:
    """The same numbers at other places; of fewer than three different ones that means nothing."""
    got, expected = item.got.flatten(), item.expected.flatten()
    if got.numel() != expected.numel() or len(set(expected.tolist())) <= FEW:
        return
    if _same(got.sort().values, expected.sort().values):
        if item.has_shape:
            yield "the numbers are right, but at other places"
        yield "the numbers are right, but they are arranged in another way"


def _named_size(item: Comparison) -> Clauses:
    """One dimension has a size that is the value of another argument of the example."""
    place = _wrong_dimension(item)
    if place is None:
        return
    sizes = {name: value for name, value in item.arguments.items() if type(value) is int}
    for name, value in sizes.items():
        for right, wanted in sizes.items():
            if (value, wanted) == (item.got.shape[place], item.expected.shape[place]):
                yield f"the size of the {_dimension(place)} is {name} instead of {right}"


def _other_sizes(item: Comparison) -> Clauses:
    if sorted(item.got.shape) == sorted(item.expected.shape) and not item.has_shape:
        yield "the shape has the right sizes in another order"
    place = _wrong_dimension(item)
    if place is not None and item.got.ndim > 1:
        yield f"only the {_dimension(place)} has the wrong size"


def _wrong_dimension(item: Comparison) -> int | None:
    """Return the only dimension of another size, from the end; None if there are none, several, or more dimensions."""
    got, expected = item.got.shape, item.expected.shape
    if len(got) != len(expected):
        return None
    differ = [place for place in range(-len(expected), 0) if got[place] != expected[place]]
    return differ[0] if len(differ) == 1 else None


def _dimension(place: int) -> str:
    return f"{PLACES[place]} dimension" if place in PLACES else f"dimension {place}"


def _diagonal(item: Comparison) -> Clauses:
    """Where wrong numbers are in square matrices: on the diagonal, below or above it."""
    if not item.has_shape or item.expected.ndim < 2 or len(set(item.expected.shape[-2:])) > 1:
        return
    wrong = item.wrong.flatten(0, -3).any(0) if item.wrong.ndim > 2 else item.wrong
    below = torch.ones_like(wrong).tril(-1)
    parts = {"on": torch.eye(len(wrong), dtype=torch.bool), "below": below, "above": below.mT}
    if len(wrong) < 2:
        return
    for where, part in parts.items():
        if not bool((wrong & ~part).any()):
            yield f"only numbers {where} the diagonal are wrong"
    if bool((wrong == ~parts["on"]).all()):
        yield "the diagonal is right, and everything else is wrong"


def _slices(item: Comparison) -> Clauses:
    """Whether only the first or last along a dimension is right or wrong: a row, a column, an element of the batch."""
    for name, wrong in _wrong_slices(item):
        for end, at_end, others in (("first", wrong[0], wrong[1:]), ("last", wrong[-1], wrong[:-1])):
            if all(others) and not at_end:
                yield f"the {end} {name} is right, and all others have wrong numbers"
            if at_end and not any(others):
                yield f"only the {end} {name} has wrong numbers"


def _right_ends(item: Comparison) -> Clauses:
    """Whether the first or last row or column is right, whatever the others are."""
    for name, wrong in _wrong_slices(item):
        for end, at_end in (("first", wrong[0]), ("last", wrong[-1])):
            if not at_end and item.expected.ndim > 1:
                yield f"the {end} {name} is right, and others have wrong numbers"


def _wrong_slices(item: Comparison) -> Iterator[tuple[str, list[bool]]]:
    """Yield for each dimension what is along it, and which of these have wrong numbers; not where all have."""
    rank = item.expected.ndim
    for place in reversed(range(rank if item.has_shape else 0)):
        wrong = [bool(part.any()) for part in item.wrong.unbind(place)]
        if len(wrong) > 1 and not all(wrong):
            yield _slice_name(place - rank, rank), wrong


def _slice_name(place: int, rank: int) -> str:
    if rank == 1:
        return "entry"
    return {-1: "column", -2: "row", -3: "matrix"}.get(place, f"part along the {_dimension(place)}")


def _expected_zero(item: Comparison) -> Clauses:
    """The wrong numbers are those that should be 0, or those that should not."""
    if not item.has_shape or bool(item.wrong.all()):
        return
    zero = item.expected == 0
    if bool((zero == item.wrong).all()):
        yield "the numbers that should be 0 are wrong, and all others are right"
    if bool((zero != item.wrong).all()):
        yield "the numbers that should be 0 are right, and all others are wrong"


def _row_sums(item: Comparison) -> Clauses:
    """Every row should sum to 1, and those with wrong numbers do not."""
    if not item.has_shape or item.expected.ndim == 0 or item.expected.shape[-1] < 2 or item.wrong.ndim == 0:
        return
    wanted, found = item.expected.sum(-1), item.got.sum(-1)[item.wrong.any(-1)]
    are_weights = bool((item.expected >= 0).all()) and _same(wanted, torch.ones_like(wanted))
    off = found.isfinite() & ~torch.isclose(found, torch.ones_like(found), RELATIVE, 0)  # of NaN, the outcome says so
    if are_weights and bool(off.all()):
        yield "the rows with wrong numbers do not sum to 1"


def _constant(item: Comparison) -> Clauses:
    """All wrong numbers are the same one; of NaN, the outcome says so."""
    if not item.has_shape or not bool(item.wrong.any()):
        return
    numbers = item.got[item.wrong]
    if bool((numbers == numbers[0]).all()) and (numbers.numel() > 1 or numbers[0] == 0):
        yield f"every wrong number is {numbers[0].item() + 0.0:g}"  # not -0


def _offset(item: Comparison) -> Clauses:
    """All wrong numbers differ by the same, or have the same factor."""
    if not item.has_shape or not bool(item.wrong.any()):
        return
    got, expected = item.got[item.wrong], item.expected[item.wrong]
    if not bool(got.isfinite().all()) or not bool(expected.isfinite().all()):
        return
    every = "the number" if item.got.ndim == 0 else "every wrong number"
    difference = got - expected
    if bool(torch.isclose(difference, difference[0], RELATIVE, ABSOLUTE).all()):
        yield f"{every} is {abs(difference[0].item()):.4g} too {'small' if difference[0] < 0 else 'large'}"
    if bool((expected != 0).all()):
        factors = got / expected
        if bool(torch.isclose(factors, factors[0], RELATIVE, 0).all()):
            yield _factor(every, factors[0].item())


def _factor(every: str, factor: float) -> str:
    if abs(factor + 1) < RELATIVE:
        return f"{every} has the wrong sign"
    return f"{every} is {factor:.4g} times the right one"


def _inverted(item: Comparison) -> Clauses:
    if item.has_shape and bool(item.wrong.all()):
        yield "True stands where False is right, and False where True is"


def _constant_truth(item: Comparison) -> Clauses:
    if item.has_shape and bool(item.wrong.any()):
        values = set(item.got[item.wrong].tolist())
        if len(values) == 1:
            yield f"every wrong entry is {bool(values.pop())}"


MOVED: tuple[Relation, ...] = (_exchanged, _reversed, _ones_beside, _elsewhere)
SHAPES: tuple[Relation, ...] = (_named_size, _other_sizes)
WHICH: tuple[Relation, ...] = (_expected_zero, _diagonal, _slices, _right_ends)
NUMBERS: tuple[Relation, ...] = (_constant, _offset, _row_sums)
TRUTHS: tuple[Relation, ...] = (_inverted, _constant_truth)


def results_sentence(comparisons: Sequence[Comparison]) -> str:
    """Return what wrong results have in common, as a sentence; else what those of the wrong shape have, or empty."""
    of_wrong_shape = [item for item in comparisons if not item.has_shape]
    return _sentence(comparisons, "wrong result", "") or _sentence(of_wrong_shape, "result", " of the wrong shape")


def _sentence(comparisons: Sequence[Comparison], noun: str, which: str) -> str:
    if len(comparisons) < FEW:
        return ""
    clauses = shared_clauses(comparisons)
    return f"In each of {counted(len(comparisons), noun)}{which}, {'; '.join(clauses)}" if clauses else ""
