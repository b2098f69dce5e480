"""Slip days, the hard deadline, and which of several attempts counts."""

import tomllib
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course, CourseError
from autograder.course.model import Policies, SlipDays
from autograder.course.policies import load_policies
from autograder.course.schema import PoliciesTable
from autograder.course.validation import convert
from autograder.intake.read import read_class
from autograder.policies import score_policy_hash, with_policies, with_slip_days
from tests.helpers import archives
from tests.helpers.archives import CODE, FORMULAS
from tests.helpers.graded_class import result
from tests.helpers.grading import autograder, solution

NOW = datetime.fromisoformat("2026-06-01T00:00")
DUE = "2026-03-01T23:59:00"
SLIP = 'due = { "02_causal" = 2026-03-01T23:59:00 }\n[late]\nper_day = 10\nslip_days = 3\n'
CLOSES = 'due = { "02_causal" = 2026-03-01T23:59:00 }\ncloses = { "02_causal" = 2026-03-08T23:59:00 }\n'


def rules(course: Course, text: str) -> Course:
    table = convert(tomllib.loads(text), PoliciesTable, "policies")
    return replace(course, policies=load_policies(table, course.assignments))


def handed_in(course: Course, part: str, time: str, due: str, student: str = "ada") -> dict[str, Any]:
    return result(course, student, part, 1, late=True, handed_in=time, due=due)


def line(item: dict[str, Any], policies: Policies) -> str:
    return with_policies(item, policies, NOW)["policy"]["line"]


def test_slip_days_are_used_in_the_order_of_due_dates(course: Course) -> None:
    first = handed_in(course, "01", "2026-02-03T12:00", "2026-02-01T23:59")  # two days
    second = handed_in(course, "02", "2026-03-03T12:00", DUE)  # two days
    third = handed_in(course, "03", "2026-04-02T12:00", "2026-04-01T23:59")
    other = handed_in(course, "02", "2026-03-02T12:00", DUE, "ben")
    policies = with_slip_days(rules(course, SLIP), [third, second, other, first]).policies
    assert line(first, policies) == "26 − 0 % late (2 days, 2 slip days used and 1 left, rule late.slip_days) = 26"
    assert line(second, policies) == (
        "27 − 10 % late (2 days, rule late.per_day; 1 slip day used and 0 left, rule late.slip_days) = 24.3"
    )
    assert line(third, policies) == "22 − 10 % late (1 day, rule late.per_day) = 19.8"
    assert line(other, policies) == "27 − 0 % late (1 day, 1 slip day used and 2 left, rule late.slip_days) = 27"


def test_grace_and_extension_come_before_slip_days(course: Course) -> None:
    text = SLIP + '[[extension]]\nstudent = "ada"\nassignment = "02_causal"\ndays = 2\n'
    item = handed_in(course, "02", "2026-03-03T12:00", DUE)
    assert with_slip_days(rules(course, text), [item]).policies.slips == {}


def test_slip_days_are_no_rule_that_an_export_compares(course: Course) -> None:
    policies = rules(course, SLIP).policies
    assert score_policy_hash(policies) == score_policy_hash(replace(policies, slips={("ada", "x"): SlipDays(1, 2)}))


def test_after_the_hard_deadline_there_are_no_points_and_the_line_says_why(course: Course) -> None:
    policies = rules(course, CLOSES).policies
    late = handed_in(course, "02", "2026-03-09T00:00", DUE)
    assert line(late, policies) == (
        "27 − 27 (handed in 2026-03-09 00:00, after the hard deadline 2026-03-08 23:59 UTC, rule closes) = 0"
    )
    assert with_policies(handed_in(course, "02", "2026-03-08T23:59", DUE), policies, NOW)["score"] == 27
    assert with_policies(result(course, "ada", "02", 1, late=True), policies, NOW)["score"] == 27


def test_an_extension_moves_the_hard_deadline(course: Course) -> None:
    policies = rules(course, CLOSES + '[[extension]]\nstudent = "ada"\nassignment = "02_causal"\ndays = 2\n').policies
    late = handed_in(course, "02", "2026-03-10T10:00", DUE)
    assert with_policies(late, policies, NOW)["score"] == 27


def test_a_hard_deadline_before_the_due_date_is_one_sentence(course: Course) -> None:
    with pytest.raises(CourseError, match=r"policies\.closes\.02_causal: is before the due date, 2026-03-01 23:59"):
        rules(course, CLOSES.replace("03-08", "02-08"))


ATTEMPTS = {
    "ada/02_causal/2026-02-28T10-00/causal.py": b"early = 1\n",
    "ada/02_causal/2026-03-03T10-00/causal.py": CODE,
    "ada/02_causal/2026-03-03T10-00/derivations.py": FORMULAS,
}


@pytest.mark.parametrize(
    ("text", "files", "note"),
    [
        ('count = "last"\n', {"causal.py", "derivations.py"}, "the last one, in 02_causal/2026-03-03T10-00, counts"),
        ('count = "last_in_time"\n', {"causal.py"}, "the last one in time, in 02_causal/2026-02-28T10-00, counts"),
        (
            'closes = { "02_causal" = 2026-03-02T23:59:00 }\n',
            {"causal.py"},
            "the last one in time, in 02_causal/2026-02-28T10-00, counts",
        ),
    ],
)
def test_which_attempt_counts_is_a_rule(text: str, files: set[str], note: str, tmp_path: Path, course: Course) -> None:
    course = rules(course, 'due = { "02_causal" = 2026-03-01T23:59:00 }\n' + text)
    path = archives.folder(tmp_path / "class", ATTEMPTS)
    (ada,) = read_class(path, course, (), None, course.policies.due).submissions
    assert set(ada.sources) == files
    assert any(note in sentence for sentence in ada.notes)
    assert ada.late is (len(files) == 2)


def test_an_attempt_that_is_too_late_counts_if_there_is_no_other(tmp_path: Path, course: Course) -> None:
    course = rules(course, 'due = { "02_causal" = 2026-03-01T23:59:00 }\ncount = "last_in_time"\n')
    files = {name: data for name, data in ATTEMPTS.items() if "2026-03" in name}
    (ada,) = read_class(archives.folder(tmp_path / "class", files), course, (), None, course.policies.due).submissions
    assert ada.late
    assert set(ada.sources) == {"causal.py", "derivations.py"}


@pytest.mark.sandbox
def test_slip_days_of_an_earlier_week_are_remembered_in_the_output_folder(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(
        "[policies]\ndue = { 00_warmup = 2026-02-01T23:59:00, 05_gradient_descent = 2026-03-01T23:59:00 }\n"
        "[policies.late]\nper_day = 10\nslip_days = 2\n"
    )
    warmup, descent = (
        solution("00_warmup", "warmup.py"),
        b"def contraction_factor(curvature, learning_rate):\n    pass\n",
    )
    weeks = {
        "first": {"ada/00_warmup/warmup.py": warmup, "ada/00_warmup/timestamp.txt": b"2026-02-02 12:00:00"},
        "second": {
            "ada/05_gradient_descent/derivations.py": descent,
            "ada/05_gradient_descent/timestamp.txt": b"2026-03-03 12:00:00",
        },
    }
    for week, files in weeks.items():
        path = archives.folder(tmp_path / week, files)
        done = autograder("grade", path, "--out", tmp_path / "out", "--jobs", 1, "--policies", tmp_path / "rules.toml")
        assert done.returncode == 0, done.stderr
    first = (tmp_path / "out/ada/00_warmup/feedback.md").read_text()
    second = (tmp_path / "out/ada/05_gradient_descent/feedback.md").read_text()
    assert "1 slip day used and 1 left" in first
    assert "1 slip day used and 0 left" in second
