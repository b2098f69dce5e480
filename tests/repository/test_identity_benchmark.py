"""The benchmark that compares one worker for a file with one for each exercise."""

import itertools
from types import SimpleNamespace

import pytest

from autograder.course import Course
from autograder.intake.submission import Submission
from benchmarks import identity


@pytest.mark.parametrize(("results", "varies"), [("same", False), ("coin", True)])
def test_a_program_that_tosses_a_coin_is_no_difference_between_the_two_ways(
    course: Course, monkeypatch: pytest.MonkeyPatch, results: str, varies: bool
) -> None:
    gradings = map(str, itertools.count()) if results == "coin" else itertools.repeat("0")
    graded = (SimpleNamespace(to_json=lambda text=text: text) for text in gradings)
    monkeypatch.setattr(identity, "grade_submission", lambda *_: next(graded))
    assignment = next(iter(course))
    first = identity.grade_submission(None, assignment, Submission("ada", assignment.id, {}), identity.VERSION)
    assert identity._varies(None, assignment, Submission("ada", assignment.id, {}), first) is varies
