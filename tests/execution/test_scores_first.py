"""The points of a whole class are on disk before anybody looks for the lines of its mistakes."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from autograder.execution.executors import local_executor
from autograder.execution.grader import GradingSetup, SubmissionGrader
from autograder.execution.kept_judgements import from_bytes, to_bytes
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.scheduling import Judged, LineSearch, grade_in_groups
from autograder.intake.submission import Submission
from autograder.repair.class_reasons import ClassReasons
from autograder.repair.mode import RepairMode
from autograder.results.model import NOT_SEARCHED, Result, json_text
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from tests.helpers.grading import GRADER, autograder, solution
from tests.helpers.paths import ROOT

PART, FILE = "00_warmup", "warmup.py"
RIGHT = solution(PART, FILE)
WRONG = RIGHT.replace(b"(dim=-1)", b"(dim=0)")
NAMES = ("ada", "bo", "cy")
Outcomes = Callable[[], list[Result]]


@pytest.fixture
def outcomes(course: Course, recorded_checks: Callable[[str], RecordedChecks]) -> Outcomes:
    """Grade three wrong programs and a right one in this process; return every result that comes."""
    setup = GradingSetup(course, select_level(None), recorded_checks(PART), GRADER, RepairMode.LOCATE)

    def graded() -> list[Result]:
        executor = local_executor(setup, ForkServer(setup.level, course.limits), 1)
        submissions = [Submission(name, PART, {FILE: WRONG}) for name in NAMES]
        groups = grade_in_groups(executor, [*submissions, Submission("di", PART, {FILE: RIGHT})])
        outcomes = [item.result if isinstance(item, Judged) else item for group in groups for item in group]
        return [item for item in outcomes if isinstance(item, Result)]

    return graded


@pytest.fixture
def classroom(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / "class" / name / PART).mkdir(parents=True)
        (tmp_path / "class" / name / PART / FILE).write_bytes(WRONG)
    return tmp_path


def lines(result: Result) -> list[int]:
    """The lines that a result names."""
    (exercise,) = result.exercises
    named = [item["line"] for check in exercise.checks for item in check.diagnosis if "line" in item]
    return [*named, *(item["line"] for item in exercise.repair.get("mistakes", ()))]


@pytest.mark.sandbox
def test_lines_are_looked_for_when_everybody_has_points_and_change_none(outcomes: Outcomes) -> None:
    results = outcomes()
    assert [item.student for item in results] == [*NAMES, "di", *NAMES]
    assert [item.reasons for item in results] == ["pending"] * 3 + ["none"] + ["locate"] * 3
    for before, after in zip(results, results[4:], strict=False):
        assert (before.score, lines(before)) == (after.score, [])
        assert lines(after)


@pytest.mark.sandbox
def test_a_kept_judgement_leads_to_the_same_lines(
    course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    setup = GradingSetup(course, select_level(None), recorded_checks(PART), GRADER, RepairMode.LOCATE)
    submission = Submission("ada", PART, {FILE: WRONG})
    with ForkServer(setup.level, course.limits) as fork_server:
        grader = SubmissionGrader(setup, fork_server)
        judged = grader.grade(submission)
        assert isinstance(judged, Judged)
        data = to_bytes(judged)
        assert data is not None
        kept = from_bytes(data)
        assert kept is not None
        now, later = (grader.grade(LineSearch(submission, item)) for item in (judged, kept))
        grader.close()
    assert isinstance(now, Result)
    assert isinstance(later, Result)
    assert lines(later)
    assert json_text(later.to_json()) == json_text(now.to_json())
    assert from_bytes(data[:-1]) is None


@pytest.mark.sandbox
def test_a_search_that_fails_costs_nothing_but_the_lines(outcomes: Outcomes, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise SyntaxError("a form that nobody thought of")

    monkeypatch.setattr(ClassReasons, "with_lines", fails)
    results = outcomes()
    assert [item.score for item in results[:3]] == [item.score for item in results[4:]]
    assert all(NOT_SEARCHED in item.exercises[0].note for item in results[4:])


@pytest.mark.sandbox
def test_a_run_that_is_killed_between_the_two_has_all_points_and_goes_on(classroom: Path) -> None:
    out = classroom / "out"
    command = ["grade", str(classroom / "class"), "--out", str(out), "--jobs", "1", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "autograder", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as run:
        assert run.stdout is not None
        notes = (event["text"] for event in map(json.loads, run.stdout) if event["event"] == "note")
        assert any("all scores are in" in note for note in notes)
        run.kill()
    table = (out / "grades.csv").read_text()
    assert [f'"{name}"' in table for name in NAMES] == [True] * 3
    results = list(published(out))
    scores = [result["score"] for result in results]
    assert None not in scores
    assert results[-1]["grader"]["reasons"] == "pending"
    assert "still being looked for" in (out / "cy" / PART / "feedback.md").read_text()
    assert autograder(*command).returncode == 0
    results = list(published(out))
    assert [result["score"] for result in results] == scores
    assert [result["grader"]["reasons"] for result in results] == ["locate"] * 3
    assert "still being looked for" not in (out / "cy" / PART / "feedback.md").read_text()
    assert (out / "grades.csv").read_text() == table


def published(out: Path) -> Iterator[dict[str, Any]]:
    """The results of the class, in order."""
    yield from (json.loads((out / name / PART / "result.json").read_text()) for name in NAMES)
