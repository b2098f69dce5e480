"""So many attempts a day and a pause between two: what is beyond them is not graded, and the earlier score stands."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.__main__ import main
from autograder.course import Course, CourseError
from autograder.course.policies import with_policies_file
from autograder.platforms.gradescope.attempt_limits import AttemptStatus, attempt_status
from autograder.platforms.gradescope.metadata import read_metadata
from autograder.platforms.gradescope.report import STARTED, ResultsFile
from autograder.policies import policy_hash
from tests.helpers.gradescope_platform import METADATA, run, unpacked
from tests.helpers.grading import solution

NOW = "2026-03-02T10:00:00.000000-08:00"
RULES = "[policies.gradescope]\nattempts_per_day = 3\npause_minutes = 30\n"


def earlier(time: str, score: float | None = 5, *, counted: bool | None = None, **more: object) -> dict[str, Any]:
    extra = {} if counted is None else {"counted": counted}
    return {"submission_time": f"2026-03-{time}:00-08:00", "score": score, "results": {"extra_data": extra}, **more}


def status(
    tmp_path: Path, course: Course, *rows: Mapping[str, Any], rules: str = RULES, zone: str = ""
) -> AttemptStatus | None:
    """Where the attempt is in the limits of a course that has this time zone, or none."""
    course = replace(course, policies=replace(course.policies, own_zone=None))
    (tmp_path / "rules.toml").write_text(f"{f'time_zone = {zone!r}' if zone else ''}\n[policies]\n{rules}")
    (tmp_path / "metadata.json").write_text(json.dumps({**METADATA, "created_at": NOW, "previous_submissions": rows}))
    policies = with_policies_file(course, tmp_path / "rules.toml").policies
    return attempt_status(read_metadata(tmp_path / "metadata.json"), policies.gradescope, policies.own_zone)


def line(tmp_path: Path, course: Course, *rows: Mapping[str, Any], **given: str) -> str:
    found = status(tmp_path, course, *rows, **given)
    assert found is not None
    return found.line


def test_every_page_says_which_attempt_it_is_and_when_the_next_is_possible(tmp_path: Path, course: Course) -> None:
    next_one = "The next attempt is possible from 2026-03-02 10:30."
    assert line(tmp_path, course) == f"Attempt 1 of 3 today. {next_one}"
    assert line(tmp_path, course, earlier("01T09:00"), earlier("02T08:00")) == f"Attempt 2 of 3 today. {next_one}"
    last = line(tmp_path, course, earlier("02T07:00"), earlier("02T08:00"))
    assert last == "Attempt 3 of 3 today. The next attempt is possible from 2026-03-03 00:00."
    assert line(tmp_path, course, rules="[policies.gradescope]\nattempts_per_day = 3") == "Attempt 1 of 3 today."
    assert line(tmp_path, course, rules="[policies.gradescope]\npause_minutes = 5").startswith("Attempt 1 today. The")


def test_beyond_the_number_of_a_day_the_earlier_score_stands(tmp_path: Path, course: Course) -> None:
    rows = [earlier("02T06:00", 20), earlier("02T07:00", 8), earlier("02T08:00", 12.5)]
    assert line(tmp_path, course, *rows) == (
        "**This attempt is not graded: all 3 attempts of today are used.** The next attempt is possible from"
        " 2026-03-03 00:00; none of 3 are left today. The score of the attempt before, 12.5 points, stands."
    )


def test_within_the_pause_the_earlier_score_stands_and_attempts_are_left(tmp_path: Path, course: Course) -> None:
    assert line(tmp_path, course, earlier("02T09:48", 12)) == (
        "**This attempt is not graded: it comes 12 minutes after the one before, and the pause is 30 minutes.** The"
        " next attempt is possible from 2026-03-02 10:18; 2 of 3 are left today. The score of the attempt before, 12"
        " points, stands."
    )


def test_a_day_is_one_of_the_course_whatever_offset_the_times_have(tmp_path: Path, course: Course) -> None:
    berlin = "Europe/Berlin"  # the attempt comes at 19:00 there
    night = {"submission_time": "2026-03-01T15:30:00-08:00", "score": 5, "results": {}}  # 00:30 of the same day there
    rules = "[policies.gradescope]\nattempts_per_day = 1"
    assert not refused(tmp_path, course, night, rules=rules)
    assert "The next attempt is possible from 2026-03-03 00:00" in line(
        tmp_path, course, night, rules=rules, zone=berlin
    )
    late, early = ({"submission_time": f"2026-03-01T{time}"} for time in ("23:30:00+00:00", "14:30:00-08:00"))
    assert refused(tmp_path, course, night | late, rules=rules, zone=berlin)
    assert not refused(tmp_path, course, night | early, rules=rules, zone=berlin)


@pytest.mark.parametrize("name", ["Berlin", "../etc/passwd", "Europe"])
def test_a_time_zone_that_does_not_exist_is_one_sentence(name: str, tmp_path: Path, course: Course) -> None:
    with pytest.raises(CourseError, match=r"time_zone: is '.*', expected the name of a time zone: Europe/Berlin"):
        status(tmp_path, course, zone=name)


def refused(tmp_path: Path, course: Course, *rows: Mapping[str, Any], **given: str) -> bool:
    found = status(tmp_path, course, *rows, **given)
    return found is not None and found.refused


def test_an_attempt_that_was_not_graded_uses_up_nothing(tmp_path: Path, course: Course) -> None:
    within_pause = [earlier("02T09:00"), earlier("02T09:20", counted=False), earlier("02T09:29", counted=False)]
    assert not refused(tmp_path, course, *within_pause)
    unsaid = [earlier("02T09:00"), earlier("02T09:20"), earlier("02T09:29")]  # what runs before this one said nothing
    assert not refused(tmp_path, course, *unsaid), "the limits say that the second and the third were not graded"
    assert refused(tmp_path, course, earlier("02T09:00"), earlier("02T09:31", counted=True))


def test_what_the_platform_could_not_run_and_other_days_use_up_nothing(tmp_path: Path, course: Course) -> None:
    failed = earlier("02T09:50", None, autograder_error=True)
    yesterday = [earlier(f"01T1{hour}:00") for hour in range(5)]
    assert not refused(tmp_path, course, failed, *yesterday)
    utc = {"submission_time": "2026-03-02T07:50:00+00:00", "score": 1, "results": {}}  # 23:50 the day before
    rules = "[policies.gradescope]\nattempts_per_day = 1"
    assert not refused(tmp_path, course, utc, rules=rules)
    assert refused(tmp_path, course, utc | {"submission_time": "2026-03-02T08:10:00+00:00"}, rules=rules)


def test_where_no_score_is_known_that_could_stand_the_attempt_is_graded(tmp_path: Path, course: Course) -> None:
    assert not refused(tmp_path, course, earlier("02T09:55", None))
    assert not refused(tmp_path, course, earlier("02T09:00", 3), earlier("02T09:55", None)), "the last one is not ready"
    assert refused(tmp_path, course, earlier("02T09:40", 3), earlier("02T09:55", None)), "the last one will not be"


def test_odd_data_and_no_rule_limit_nothing(tmp_path: Path, course: Course) -> None:
    assert status(tmp_path, course, earlier("02T09:55"), rules="") is None
    assert not refused(tmp_path, course, {"submission_time": "yesterday", "score": 3}, {"score": "x"})


def test_the_repeated_score_is_what_the_platform_takes_last(tmp_path: Path, course: Course) -> None:
    exercises = {"causal_mask": 3.0}
    row = earlier("02T09:55", 12)
    row["results"]["extra_data"] = {"exercises": exercises, "sha256": ["a"], "counted": True}
    found = status(tmp_path, course, row)
    report = ResultsFile(tmp_path / "results.json", "visible", read_metadata(tmp_path / "metadata.json"))
    report.attempt = found
    report.write_refusal()
    written = json.loads((tmp_path / "results.json").read_text())
    assert (written["score"], written["tests"]) == (12, [])
    assert written["output"].startswith("**This attempt is not graded: ")
    extra = written["extra_data"]
    assert (extra["counted"], extra["exercises"], extra["sha256"]) == (False, exercises, ["a"])


def test_a_page_before_and_after_grading_names_the_attempt(tmp_path: Path, course: Course) -> None:
    found = status(tmp_path, course)
    report = ResultsFile(tmp_path / "results.json", "visible", attempt=found)
    assert "Attempt 1 of 3 today." in report.content(STARTED)["output"]
    assert report.content()["output"].startswith("Attempt 1 of 3 today.")
    assert report.content()["extra_data"]["counted"] is True
    assert "counted" not in ResultsFile(tmp_path / "results.json", "visible").content()["extra_data"]


def test_limits_of_attempts_change_no_score_and_no_page_here(tmp_path: Path, course: Course) -> None:
    (tmp_path / "rules.toml").write_text(f"[policies]\n{RULES}")
    assert policy_hash(with_policies_file(course, tmp_path / "rules.toml").policies) == policy_hash(course.policies)


@pytest.mark.walk
def test_the_zip_refuses_an_attempt_and_grades_the_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules.toml").write_text(f"[policies]\n{RULES}")
    options = ["--assignment", "00", "--policies", str(tmp_path / "rules.toml")]
    assert main(["gradescope", str(tmp_path / "00.zip"), *options]) == 0
    place = unpacked((tmp_path / "00.zip").read_bytes(), tmp_path / "autograder")
    files = {"warmup.py": solution("00_warmup", "warmup.py")}
    place.put(files, {**METADATA, "created_at": NOW, "previous_submissions": [earlier("02T09:55", 1)]})
    done = run(place, own_root=False)
    assert (done.status, place.results()["score"]) == (0, 1), done.printed
    assert "it comes 5 minutes after the one before" in place.results()["output"]
    place.put(files, {**METADATA, "created_at": NOW, "previous_submissions": [earlier("02T09:05", 1)]})
    done = run(place, own_root=False)
    assert (done.status, place.results()["score"]) == (0, 2), done.printed
    assert place.results()["output"].startswith("Attempt 2 of 3 today.")
