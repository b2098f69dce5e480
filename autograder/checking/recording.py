"""Recording a check on the solution: which requests it makes, so that all of them are sent at once."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from autograder.checking.reference_cache import remembering
from autograder.checking.registry import Check
from autograder.checking.student import Student
from autograder.sandbox.host.target import CallRequest, CallResponse, EncodedRequest, NoResponse, Target


def requests_equal(one: Any, other: Any) -> bool:
    """Whether two recipes, or parts of them, are equal to the bit; says no where it would have to look closer."""
    if isinstance(one, dict):
        return (
            isinstance(other, dict)
            and list(one) == list(other)
            and all(requests_equal(one[key], other[key]) for key in one)
        )
    if type(one) is not type(other):
        return False
    if isinstance(one, Tensor):
        return _same_tensor(one, other)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(requests_equal, one, other))
    return bool(one == other) and (type(one) is not float or str(one) == str(other))  # 0.0 == -0.0


def _same_tensor(one: Tensor, other: Tensor) -> bool:
    if (one.dtype, one.shape, one.requires_grad) != (other.dtype, other.shape, other.requires_grad):
        return False
    plain = one.is_contiguous() and other.is_contiguous() and one.device.type == other.device.type == "cpu"
    if not plain or one.numel() < 2:  # one number of an expanded tensor counts as contiguous, whatever its stride
        return False
    # As bytes: NaN is the same as itself then, and -0.0 is not the same as 0.0.
    return torch.equal(one.detach().reshape(-1).view(torch.uint8), other.detach().reshape(-1).view(torch.uint8))


@dataclass(eq=False)  # two runs of a check are never the same, whatever they ask
class RecordedExample:
    """One run of a check's function: its example (if hypothesis made one) and what it asks."""

    example: dict[str, Any]
    recipes: list[EncodedRequest] = field(default_factory=list)


@dataclass(frozen=True)
class RecordedCheck:
    """A check with all its cases."""

    check: Check
    cases: tuple[RecordedExample, ...]

    @functools.cached_property
    def recipes(self) -> list[EncodedRequest]:
        """All that the check asks."""
        return [recipe for case in self.cases for recipe in case.recipes]


class RecordingTarget:
    """Passes recipes on and writes them down."""

    def __init__(self, examinee: Target) -> None:
        self._examinee = examinee
        self.case = RecordedExample({})

    def ask(self, recipes: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Ask, and remember what was asked."""
        self.case.recipes += [EncodedRequest(recipe) for recipe in recipes]
        return self._examinee.ask(recipes)


def record_check(check: Check, solution: Target) -> RecordedCheck:
    """Run `check` on the solution and keep its cases.

    Raises:
        CheckFailedError: the solution itself does not pass, which is a mistake of the check or the solution.
    """
    writer = RecordingTarget(solution)
    cases: list[RecordedExample] = []

    def observed(inner: Callable[..., None]) -> Callable[..., None]:
        def run(student: Student, **example: Any) -> None:
            writer.case = RecordedExample(example)
            inner(student, **example)
            cases.append(writer.case)

        return run

    with remembering():
        call_with(check, observed, Student(writer))
    return RecordedCheck(check, tuple(cases))


def call_with(check: Check, around: Callable[[Callable[..., None]], Callable[..., None]], student: Student) -> None:
    """Run a check with something around each run of its innermost function."""
    if not check.is_property:
        around(check.function)(student)
        return
    handle = check.function.hypothesis  # type: ignore[attr-defined]
    inner = handle.inner_test
    handle.inner_test = around(inner)
    try:
        check.function(student=student)
    finally:
        handle.inner_test = inner


class ReplayTarget:
    """Gives the answers that are already here, as long as the check asks what it asked in the rehearsal."""

    def __init__(self, examinee: Target, case: RecordedExample, answers: Sequence[CallResponse | NoResponse]) -> None:
        self._examinee = examinee
        self._ready = list(zip(case.recipes, answers, strict=True))
        self.diverged = False  # whether it asked something else

    def ask(self, recipes: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Prepared answers where the recipe is the rehearsed one, fresh ones elsewhere."""
        return [self._one(recipe) for recipe in recipes]

    def _one(self, recipe: CallRequest) -> CallResponse | NoResponse:
        if self._ready and _same(recipe, self._ready[0][0]):
            return self._ready.pop(0)[1]
        self.diverged = True
        return self._examinee.ask([recipe])[0]


def _same(recipe: CallRequest, rehearsed: EncodedRequest) -> bool:
    """Whether the worker would be asked the same, to the bit."""
    return requests_equal(recipe, rehearsed) or EncodedRequest(recipe).frame == rehearsed.frame
