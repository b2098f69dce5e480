"""Calls that are made to be read: when one is shown in place of the smallest example, and what is wrong with one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.checking import registry
from autograder.checking.failures import CheckFailedError
from autograder.checking.illustrations import Illustration
from autograder.checking.recording import record_check
from autograder.checking.registry import checks_of
from autograder.checking.runner import run_checks
from autograder.checking.shown_examples import LARGEST_BY_HAND
from autograder.checking.student import Student
from autograder.course import CourseError, Exercise, load_course
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse
from tests.helpers.specified_checks import judged, specified, target

SOLUTION = "def total(x, y):\n    return x.sum(-1) + y\n"
CHECKS = """
import torch
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.illustrations import illustration
from autograder.checking.specs import spec

def total(x: Tensor, y: Tensor) -> Tensor:
    return x.sum(-1) + y

spec("total", inputs={"x": "T d", "y": "T"}, reference=total)

@illustration("total", "y is zero")
def test_rows(student):
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert_close(student.total(x, torch.zeros(2)), x.sum(-1))

@illustration("total", "x is zero")
def test_added(student):
    assert_close(student.total(torch.zeros(2, 3), torch.ones(2)), torch.ones(2))
"""
ILLUSTRATIONS = {
    item
    for assignment in load_course()
    for checks in checks_of(assignment.id).values()
    for check in checks
    for item in check.illustrations
}
EACH = pytest.mark.parametrize(
    "item", sorted(ILLUSTRATIONS, key=lambda item: item.note), ids=lambda item: item.exercise
)


def notes(program: str, folder: Path) -> list[str]:
    """The notes of what is shown of a program, check by check."""
    findings = judged(specified(CHECKS), SOLUTION, program, folder)
    return [item.note for item in findings if item.note]


def test_the_first_illustration_that_fails_alike_is_shown_once(tmp_path: Path) -> None:
    assert notes("def total(x, y):\n    return x.mean(-1) + y\n", tmp_path) == ["y is zero"]
    assert notes("def total(x, y):\n    return x.sum(-1) - y\n", tmp_path) == ["x is zero"]


def test_a_mistake_that_none_of_them_shows_keeps_its_smallest_example(tmp_path: Path) -> None:
    program = "def total(x, y):\n    return x.sum(-1) + y if len(x.shape) == 2 else x.mean(-1) + y\n"
    assert notes(program, tmp_path) == []
    findings = judged(specified(CHECKS), SOLUTION, program, tmp_path)
    assert any(item.counterexample for item in findings)


def test_an_illustration_that_fails_otherwise_is_not_shown(tmp_path: Path) -> None:
    crashes_alone = "def total(x, y):\n    assert len(x.shape) > 2\n    return x.mean(-1) + y\n"
    assert notes(crashes_alone, tmp_path) == []


def test_of_a_wrong_shape_the_numbers_mean_nothing(tmp_path: Path) -> None:
    assert notes("def total(x, y):\n    return x\n", tmp_path) == []


def test_an_illustration_is_tried_once_however_many_properties_fail(tmp_path: Path) -> None:
    calls = list[int]()

    def count(student: Student) -> None:
        calls.append(1)
        assert student

    checks = [replace(check, illustrations=(Illustration("total", "no note", count),)) for check in specified(CHECKS)]
    recorded = [record_check(check, target(SOLUTION, tmp_path)) for check in checks]
    calls.clear()
    run_checks(recorded, target("def total(x, y):\n    return x.mean(-1) + y\n", tmp_path))
    assert sum(check.is_property for check in checks) > 1
    assert len(calls) == 1


def test_a_solution_that_fails_an_illustration_is_refused(tmp_path: Path) -> None:
    sizes = next(check for check in specified(CHECKS) if check.is_property)
    wrong = replace(sizes.illustrations[0], function=_never)
    with pytest.raises(CheckFailedError, match="never"):
        record_check(replace(sizes, illustrations=(wrong,)), target(SOLUTION, tmp_path))


def _never(student: Student) -> None:
    raise CheckFailedError("wrong values", f"never {type(student).__name__}")


def test_an_illustration_of_an_exercise_without_properties_is_refused() -> None:
    with pytest.raises(CourseError, match="nothing: an illustration needs a check with examples"):
        registry._illustrated(specified(CHECKS), [Illustration("nothing", "no note", _never)])


@EACH
def test_what_is_right_may_be_shown(item: Illustration) -> None:
    exercise = next(one for part in load_course() for one in part.exercises if one.name == item.exercise)
    failure = _failure_of_a_wrong_number(exercise, item)
    assert failure.expected.numel() <= LARGEST_BY_HAND
    assert item.note.endswith(".")


def _failure_of_a_wrong_number(exercise: Exercise, item: Illustration) -> CheckFailedError:
    """How the illustration fails for the solution with all numbers 1 too large."""
    solution = InProcess(load_course().solution_file(exercise).parent, exercise.file)
    with pytest.raises(CheckFailedError) as caught:
        item.function(Student(_OneMore(solution)))
    return caught.value


class _OneMore:
    """Returns what a target returns, with every number 1 larger."""

    def __init__(self, of: InProcess) -> None:
        self._of = of

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        return [_one_more(response) for response in self._of.ask(requests)]


def _one_more(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value + 1 if value.is_floating_point() else value
    if isinstance(value, Mapping):
        return {name: _one_more(item) for name, item in value.items()}
    return type(value)(map(_one_more, value)) if isinstance(value, list | tuple) else value
