"""Rules of a course on Gradescope: all but dates, which are the platform's."""

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.__main__ import main
from autograder.course import Course, load_course
from autograder.course.find import VARIABLE
from autograder.course.policies import with_policies_file
from autograder.platforms.gradescope.job import apply_platform_policies, packaged_course, read_submissions
from autograder.platforms.gradescope.metadata import read_metadata
from autograder.platforms.gradescope.platform import POLICIES_FILE
from tests.helpers.graded_class import result
from tests.helpers.gradescope_platform import METADATA, unpacked
from tests.helpers.points import worth

LATE = "[policies]\ngrace_hours = 1\ndue = { 02_causal = 2020-01-01T00:00:00 }\n[policies.late]\nper_day = 10\n"


@pytest.fixture
def course(fixed_points: None) -> Course:
    """The course with the points that these tests count."""
    return load_course()


def counted(tmp_path: Path, course: Course, text: str, **changes: object) -> Any:
    (tmp_path / "rules.toml").write_text(text)
    ruled = with_policies_file(course, tmp_path / "rules.toml")
    (tmp_path / "metadata.json").write_text(json.dumps({**METADATA, **changes}))
    known = read_metadata(tmp_path / "metadata.json")
    (tmp_path / "submission").mkdir(exist_ok=True)
    (tmp_path / "submission/causal.py").write_text("x = 1")
    (item,) = read_submissions(tmp_path / "submission", ruled, (course.assignment("02"),), known)
    told = {"late": item.late, "handed_in": item.handed_in, "due": item.due, "notes": list(item.notes)}
    return apply_platform_policies([result(course, "student", "02", 1, **told)], ruled, known)[0]


def test_lateness_is_counted_from_the_platforms_own_date(tmp_path: Path, course: Course) -> None:
    in_time = counted(tmp_path, course, LATE)
    assert (in_time["score"], in_time.get("policy")) == (27, None)  # whatever the course says about dates
    late = counted(tmp_path, course, LATE, created_at="2026-03-04T10:00:00.000000-08:00")
    assert late["policy"]["line"] == "27 − 20 % late (2 days, rule late.per_day) = 21.6"
    assert late["submission"]["notes"] == ["handed in late: 2026-03-04 19:00, due 2026-03-03 09:00 (Europe/Berlin)"]
    elsewhere = counted(tmp_path, course, 'time_zone = "America/New_York"\n' + LATE, created_at="2026-03-04T18:00:00Z")
    assert elsewhere["submission"]["notes"] == [
        "handed in late: 2026-03-04 13:00, due 2026-03-03 03:00 (America/New_York)"
    ]
    graced = counted(tmp_path, course, LATE, created_at="2026-03-03T08:30:00.000000+00:00")  # another zone
    assert graced["policy"]["line"] == "27 − 0 % late (within the grace, rule grace_hours) = 27"


def test_what_is_hidden_before_the_due_date_is_hidden_by_the_platforms(tmp_path: Path, course: Course) -> None:
    text = '[policies.visibility.core]\nbefore_due = "nothing"\n'
    ahead = {"assignment": {"due_date": "2999-03-03T00:00:00.000000-08:00"}}
    assert counted(tmp_path, course, text, **ahead)["exercises"][0]["checks"] == []
    assert counted(tmp_path, course, text)["exercises"][0]["checks"] != []


def test_rules_travel_in_the_zip_and_the_points_are_those_that_count(
    tmp_path: Path, course: Course, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(course.folder))  # so that what the packaged course sets is taken back
    text = '[policies]\ndrop = ["02_causal.masked_softmax"]\nbonus = ["02_causal.first_row"]\n'
    (tmp_path / "rules.toml").write_text(text)
    options = ["--assignment", "02", "--policies", str(tmp_path / "rules.toml")]
    assert main(["gradescope", str(tmp_path / "02.zip"), *options]) == 0
    points = worth("02", "masked_softmax", "first_row")
    assert f"make the assignment worth {points:g} points" in capsys.readouterr().out
    there = unpacked((tmp_path / "02.zip").read_bytes(), tmp_path / "autograder")
    assert packaged_course(there.root / "source").policies.drop == {("02_causal", "masked_softmax")}
    (there.root / "source" / POLICIES_FILE).unlink()
    assert packaged_course(there.root / "source").policies == course.policies
