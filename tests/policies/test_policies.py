"""Rules of a course: what they do to points and pages, and the sentence for each mistake in them."""

import dataclasses
import json
import shutil
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from autograder.course import Course, CourseError, Visibility, load_course
from autograder.course.load import load_visibility
from autograder.course.model import Policies
from autograder.course.policies import load_policies
from autograder.course.schema import PoliciesTable
from autograder.course.validation import convert
from autograder.execution.publisher import ScoreRules, result_files
from autograder.execution.source_hashes import template_hash, verdict_hash
from autograder.exports.class_results import read_class_results
from autograder.exports.gradescope import gradescope_results
from autograder.intake.read import read_class
from autograder.policies import visibility_phase, with_policies
from autograder.policies.apply import per_exercise_scores
from autograder.reports.class_page import class_page_content
from autograder.reports.grades_table import grades_csv
from autograder.reports.pages import class_html
from autograder.results.model import json_text
from autograder.results.summary import summarize
from tests.helpers.graded_class import complete, export, result, rows_of

at = datetime.fromisoformat
DUE, NOW = "2026-03-01T23:59:00", at("2026-04-01T00:00")
RULES = """
due = { "02_causal" = 2026-03-01T23:59:00 }
grace_hours = 2
[late]
per_day = 5
at_most = 30
[[extension]]
student = "ben"
assignment = "02_causal"
days = 3
"""


def rules(course: Course, text: str) -> Policies:
    return load_policies(convert(tomllib.loads(text), PoliciesTable, "policies"), course.assignments)


def late(course: Course, student: str = "ada", time: str = "2026-03-03T12:00:00", **more: Any) -> dict[str, Any]:
    submission = {"late": True, "handed_in": time, "due": DUE} | more
    return result(course, student, "02", 1, **submission)


def line(course: Course, item: dict[str, Any], text: str = RULES) -> str:
    return with_policies(item, rules(course, text), NOW)["policy"]["line"]


def test_without_rules_the_result_is_the_one_that_was_given(course: Course) -> None:
    item = late(course)
    assert with_policies(item, course.policies, NOW) is item


def test_days_that_have_begun_cost_a_share_and_the_line_says_by_which_rule(course: Course) -> None:
    item = late(course)
    view = with_policies(item, rules(course, RULES), NOW)
    assert view["policy"]["line"] == "27 − 10 % late (2 days, rule late.per_day) = 24.3"
    assert (view["score"], view["max_score"], item["score"]) == (24.3, 27, 27)


@pytest.mark.parametrize(
    ("student", "time", "told"),
    [
        ("ada", "2026-03-02T01:59:00", "27 − 0 % late (within the grace, rule grace_hours) = 27"),
        ("ada", "2026-03-02T01:59:01", "27 − 5 % late (1 day, rule late.per_day) = 25.65"),
        ("ada", "2026-03-02T23:59:00", "27 − 5 % late (1 day, rule late.per_day) = 25.65"),
        ("ada", "2026-03-20T00:00:00", "27 − 30 % late (19 days, rule late.at_most) = 18.9"),
        ("ben", "2026-03-04T23:59:00", "27 − 0 % late (within an extension of 3 days, rule extension) = 27"),
        (
            "ben",
            "2026-03-05T12:00:00",
            "27 − 5 % late (1 day, rule late.per_day; after an extension of 3 days, rule extension) = 25.65",
        ),
    ],
)
def test_grace_extensions_and_the_limit(student: str, time: str, told: str, course: Course) -> None:
    assert line(course, late(course, student, time)) == told


@pytest.mark.parametrize(
    ("due", "time", "told"),
    [
        ("2026-03-28T23:59:00", "2026-03-29T04:30:00", "27 − 0 % late (within the grace, rule grace_hours) = 27"),
        ("2026-10-24T23:59:00", "2026-10-25T03:30:00", "27 − 5 % late (1 day, rule late.per_day) = 25.65"),
        ("2026-10-24T23:59:00", "2026-10-25T23:59:00", "27 − 5 % late (1 day, rule late.per_day) = 25.65"),
        ("2026-10-24T02:30:00", "2026-10-25T02:30:00+01:00", "27 − 10 % late (2 days, rule late.per_day) = 24.3"),
    ],
    ids=["the hour that is missing", "the hour that comes twice", "a day of 25 hours", "the second of equal hours"],
)
def test_hours_are_counted_where_the_clocks_change_and_days_by_the_calendar(
    due: str, time: str, told: str, course: Course
) -> None:
    text = "grace_hours = 4\n[late]\nper_day = 5\n"
    policies = dataclasses.replace(rules(course, text), own_zone=ZoneInfo("Europe/Berlin"))
    item = late(course, time=time, due=due)
    assert with_policies(item, policies, NOW)["policy"]["line"] == told


def test_the_hard_deadline_in_the_hour_that_comes_twice_is_in_its_first(course: Course) -> None:
    text = 'closes = { "02_causal" = 2026-10-25T02:30:00 }\n'
    policies = dataclasses.replace(rules(course, text), own_zone=ZoneInfo("Europe/Berlin"))
    for time, score in (("2026-10-25T02:25:00", 27), ("2026-10-25T02:25:00+01:00", 0)):
        item = late(course, time=time, due="2026-10-24T12:00:00")
        assert with_policies(item, policies, NOW)["score"] == score


def test_where_the_hour_is_unknown_a_day_is_taken_and_with_an_extension_nothing(course: Course) -> None:
    unknown = {"handed_in": "", "due": ""}
    assert "− 5 % late (1 day, rule late.per_day; the platform says late" in line(course, late(course, **unknown))
    assert "− 0 % late (the hour is not known" in line(course, late(course, "ben", **unknown))


def test_who_is_in_time_has_no_step(course: Course) -> None:
    assert "policy" not in with_policies(result(course, "ada", "02", 1), rules(course, RULES), NOW)


def test_dropped_and_bonus_exercises_leave_the_maximum_and_come_before_lateness(course: Course) -> None:
    text = 'drop = ["02_causal.masked_softmax"]\nbonus = ["02_causal.first_row"]\n' + RULES
    view = with_policies(late(course), rules(course, text), NOW)
    assert view["policy"]["line"] == (
        "27 − 4 for masked_softmax (dropped, rule drop) = 23 of 23 with 0.5 for first_row on top (bonus, rule bonus) "
        "= 23 of 22.5 − 10 % late (2 days, rule late.per_day) = 20.7"
    )
    assert [step["rule"] for step in view["policy"]["steps"]] == ["drop", "bonus", "late.per_day"]
    notes = {item["name"]: item["note"] for item in view["exercises"] if item["note"]}
    assert notes == {
        "masked_softmax": "Dropped: counts for nobody (rule drop)",
        "first_row": "Bonus: its points come on top (rule bonus)",
    }


def test_a_level_is_hidden_before_the_due_date_of_the_student_and_shown_after_it(course: Course) -> None:
    policies = rules(course, RULES + '[visibility.core]\nbefore_due = "outcome"\n')
    item = result(course, "ben", "02", 0)

    def first(now: datetime) -> dict[str, Any]:
        return with_policies(item, policies, now)["exercises"][0]["checks"][0]

    extended = at("2026-03-04T23:59")
    assert first(extended)["message"] == "Shown after the due date (rule visibility.core.before_due)"
    assert first(extended)["outcome"] == "wrong values"
    assert first(at("2026-03-05T00:00"))["message"] == "got <b>1</b>"
    assert visibility_phase(policies, extended) != visibility_phase(policies, at("2026-03-05T00:00"))


def test_a_level_that_is_never_shown_leaves_no_check_and_the_score(course: Course) -> None:
    policies = rules(course, '[visibility.core]\nafter_due = "nothing"\n')
    view = with_policies(result(course, "ada", "02", 1), policies, NOW)
    assert [item["checks"] for item in view["exercises"]] == [[]] * len(view["exercises"])
    assert view["score"] == 27


def test_a_rule_of_one_assignment_goes_before_that_of_the_course_and_is_named(course: Course) -> None:
    text = '[visibility.core]\nbefore_due = "nothing"\nafter_due = "outcome"\n[visibility.02_causal.core]\n'
    policies = rules(course, RULES + text + 'after_due = "all"\n')

    def told(part: str, now: datetime) -> list[str]:
        checks = with_policies(result(course, "ada", part, 0), policies, now)["exercises"][0]["checks"]
        return [check["message"] for check in checks]

    assert told("02", NOW) == ["got <b>1</b>"]
    assert told("02", at("2026-02-01T00:00")) == []  # what it leaves out is as in the course
    assert told("03", NOW) == ["Not shown (rule visibility.core.after_due)"]
    only = rules(course, '[visibility.02_causal.core]\nafter_due = "outcome"\n')
    first = with_policies(result(course, "ada", "02", 0), only, NOW)["exercises"][0]["checks"][0]
    assert first["message"] == "Not shown (rule visibility.02_causal.core.after_due)"


def test_one_assignment_may_show_expected_numbers(course: Course) -> None:
    names = [item.id for item in course]
    common, own = load_visibility(tomllib.loads("show_example = false\n[02_causal]\nshow_expected = true"), names)
    changed = dataclasses.replace(course, visibility=common, own_visibility=own)
    assert changed.visibility_of("02_causal") == Visibility(show_expected=True, show_example=False)
    assert changed.visibility_of("03_multihead") == Visibility(show_expected=False, show_example=False)


def ruled(course: Course, text: str = RULES) -> Course:
    return dataclasses.replace(course, policies=rules(course, text))


def test_the_pages_show_the_number_and_its_line_and_the_result_keeps_what_was_graded(course: Course) -> None:
    item = complete(late(course))
    files = result_files(item, ScoreRules(ruled(course)))
    told = "27 − 10 % late (2 days, rule late.per_day) = 24.3"
    assert "24.3 of 27 points" in files["feedback.html"]
    assert told in files["feedback.html"]
    assert told.replace("_", r"\_") in files["feedback.md"]
    assert '"score": 27' in files["result.json"]
    assert "policy" not in files["result.json"]


def test_without_rules_the_files_are_byte_for_byte_as_they_were(course: Course) -> None:
    item = complete(late(course))
    plain = {name: text for name, text in result_files(item, ScoreRules(course)).items() if name != "result.json"}
    assert not any("rule" in text for text in plain.values())
    briefs = [summarize(with_policies(item, course.policies, NOW))]
    assert grades_csv(briefs).splitlines()[0] == '"student","assignment","score","max_score","status","late","remark"'
    assert "by the rules" not in class_html(**class_page_content(briefs, [], "c"))


def test_the_table_and_the_class_page_trace_every_number(course: Course) -> None:
    view = summarize(with_policies(late(course), rules(course, RULES), NOW))
    told = "27 − 10 % late (2 days, rule late.per_day) = 24.3"
    assert grades_csv([view]).splitlines() == [
        '"student","assignment","score","max_score","status","late","remark","graded","why"',
        f'"ada","02_causal",24.3,27,"graded","yes",,27,"{told}"',
    ]
    page = class_html(**class_page_content([view], [], "c"))
    assert told in page
    assert ">24.3</a>" in page


def test_an_export_carries_the_points_that_count(
    graded: Path,
    course: Course,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autograder.cli.common.load_course", lambda: ruled(course))
    assert export(graded, "--format", "csv") == 0
    ada = next(row for row in rows_of(graded / "csv.csv") if row["student"] == "lovelaceada_4711")
    assert float(ada["02_causal"]) == 12.83  # 13.5, and a day by the platform's word
    assert read_class_results(graded).of("lovelaceada_4711", "02_causal")["score"] == 13.5


def test_cells_of_a_gradebook_add_up_to_what_counts_with_lateness_apart(course: Course) -> None:
    text = 'drop = ["02_causal.masked_softmax"]\nbonus = ["02_causal.first_row"]\n' + RULES
    cells = per_exercise_scores(late(course), rules(course, text + '[visibility.core]\nafter_due = "nothing"\n'), NOW)
    points = {item["name"]: (item["score"], item["max_score"]) for item in cells["exercises"]}
    assert (points["masked_softmax"], points["first_row"], points["causal_mask"]) == ((0, 0), (0.5, 0), (3, 3))
    assert sum(maximum for _, maximum in points.values()) == cells["max_score"] == 22.5
    assert sum(score for score, _ in points.values()) - cells["penalty"] == cells["score"] == 20.7
    assert all(item["checks"] for item in cells["exercises"])  # an instructor sees all of them
    assert per_exercise_scores(result(course, "ada", "02", 1), rules(course, RULES), NOW)["penalty"] == 0
    assert per_exercise_scores(late(course), course.policies, NOW)["penalty"] is None


def waiting(item: dict[str, Any], name: str = "causal_mask") -> dict[str, Any]:
    """The result after an exercise of it could not be graded."""
    for exercise in item["exercises"]:
        if exercise["name"] == name:
            exercise |= {"score": None, "outcome": "not run", "needs_person": f"{name}(7) asks for a thread"}
    return item | {"score": None}


def test_lateness_costs_its_share_though_an_exercise_waits_for_a_person(course: Course) -> None:
    item = waiting(late(course))
    view = with_policies(item, rules(course, RULES), NOW)
    assert (view["score"], view["max_score"], view["provisional"]) == (None, 27, 21.6)
    assert view["policy"]["line"] == "24 − 10 % late (2 days, rule late.per_day) = 21.6 so far"
    assert gradescope_results(view)["score"] == 21.6
    assert gradescope_results(item)["score"] == 24
    assert per_exercise_scores(item, rules(course, RULES), NOW)["penalty"] == 2.4


def test_rules_for_one_exercise_take_one_that_waits(course: Course) -> None:
    view = with_policies(waiting(late(course)), rules(course, 'bonus = ["02_causal.causal_mask"]\n' + RULES), NOW)
    assert view["policy"]["steps"][0]["text"] == ("with what a person gives for causal_mask on top (bonus, rule bonus)")
    assert (view["score"], view["max_score"], view["provisional"]) == (None, 24, 21.6)
    text = 'drop = ["02_causal.masked_softmax"]\n'
    view = with_policies(waiting(late(course)), rules(course, text), NOW)
    assert (view["score"], view["max_score"], view["provisional"]) == (None, 23, 20)


def test_a_dropped_exercise_keeps_nobody_waiting(course: Course) -> None:
    item, dropped = waiting(complete(late(course))), ruled(course, 'drop = ["02_causal.causal_mask"]\n' + RULES)
    view = with_policies(item, dropped.policies, NOW)
    assert (view["score"], view["max_score"], "provisional" in view) == (21.6, 24, False)
    assert view["policy"]["line"].startswith("24 − 0 for causal_mask (dropped, rule drop) = 24 of 24 − 10 % late")
    counted = summarize(view)
    assert "needs_person" not in counted
    assert "needs-you" not in class_html(**class_page_content([counted], [], "c"))
    files = result_files(item, ScoreRules(dropped))
    assert "21.6 of 24 points" in files["feedback.md"]
    assert "## `causal_mask`: not graded, worth 3 points, not run" in files["feedback.md"]
    assert "Not graded yet" not in files["feedback.html"]
    assert "What lost points" not in files["feedback.html"]
    points = {e["name"]: e["score"] for e in per_exercise_scores(item, dropped.policies, NOW)["exercises"]}
    assert points["causal_mask"] == 0


def test_a_dropped_exercise_is_not_among_what_lost_points(course: Course) -> None:
    item = complete(result(course, "ada", "02", 0.5))
    dropped = ruled(course, 'drop = ["02_causal.causal_mask"]')
    page = result_files(item, ScoreRules(dropped))["feedback.html"]
    lost = page.partition("What lost points")[2].partition("</nav>")[0]
    assert ">masked_softmax</a>" in lost
    assert ">causal_mask</a>" not in lost
    content = class_page_content([summarize(ScoreRules(dropped).apply(item))], [], "c")
    for table in ("exercises", "mistakes"):
        named = {row.get("name", row.get("exercise")) for row in content[table]}
        assert "masked_softmax" in named
        assert "causal_mask" not in named


def test_an_export_names_nobody_whom_a_dropped_exercise_keeps_waiting(
    graded: Path,
    course: Course,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = graded / "ben/02_causal/result.json"
    path.write_text(json_text(waiting(json.loads(path.read_text()))))
    assert export(graded, "--format", "csv") == 0
    assert "ben, 02_causal: not graded, needs you" in capsys.readouterr().out
    dropped = ruled(course, 'drop = ["02_causal.causal_mask"]')
    monkeypatch.setattr("autograder.cli.common.load_course", lambda: dropped)
    assert export(graded, "--format", "csv") == 0
    assert "needs you" not in capsys.readouterr().out
    assert next(row for row in rows_of(graded / "csv.csv") if row["student"] == "ben")["02_causal"] == "24"


def test_intake_notes_when_something_late_came_and_what_date_held(tmp_path: Path, course: Course) -> None:
    folder = tmp_path / "ada/02_causal"
    folder.mkdir(parents=True)
    (folder / "causal.py").write_text("x = 1\n")
    (folder / "timestamp.txt").write_text("2026-03-03 12:00:00 UTC")
    due = {"02_causal": at("2026-03-01T23:59")}
    (one,) = read_class(tmp_path, course, (), None, due).submissions
    assert (one.late, one.due) == (True, DUE)
    assert one.handed_in.startswith("2026-03-03T")


MISTAKES = {
    "misspelt": ("graces = 1", "policies.graces: unknown key (did you mean grace_hours?)"),
    "due of no part": ("due = { 09 = 2026-03-01T00:00:00 }", "policies.due.09: unknown key"),
    "a date alone": ("due = { 02_causal = 2026-03-01 }", "expected a date with a time"),
    "grace": ("grace_hours = -1", "policies.grace_hours: is -1, expected a number from 0"),
    "percent": ("late = { per_day = 120 }", "policies.late.per_day: is 120, expected a number from 0 to 100"),
    "no rate": ("late = { at_most = 20 }", "policies.late: the key 'per_day' is missing"),
    "drop": ('drop = ["02_causal.nothing"]', "policies.drop[0]: 02_causal has no exercise 'nothing'"),
    "drop twice": (
        'drop = ["00_warmup.row_sums", "00_warmup.row_sums"]',
        "policies.drop[1]: 00_warmup.row_sums is listed twice",
    ),
    "both": (
        'drop = ["00_warmup.row_sums"]\nbonus = ["00_warmup.row_sums"]',
        "policies.bonus: 00_warmup.row_sums is dropped too",
    ),
    "days": (
        '[[extension]]\nstudent = "ada"\nassignment = "02_causal"\ndays = "3"',
        "policies.extension[0].days (ada): is '3', expected a number",
    ),
    "part": (
        '[[extension]]\nstudent = "ada"\nassignment = "02"\ndays = 3',
        "policies.extension[0].assignment (ada): is '02', expected one of 00_warmup",
    ),
    "level": ('[visibility.style]\nafter_due = "all"', "policies.visibility.style: unknown key, expected one of core"),
    "shown": (
        '[visibility.core]\nafter_due = "some"',
        "policies.visibility.core.after_due: is 'some', expected one of all, nothing, outcome",
    ),
    "part of a level": (
        '[visibility.02_causal.style]\nafter_due = "all"',
        "policies.visibility.02_causal.style: unknown key, expected one of core",
    ),
    "shown of a part": (
        "[visibility.02_causal.core]\nafter_due = []",
        "policies.visibility.02_causal.core.after_due: is [], expected one of all, nothing, outcome",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_the_rules_gets_one_sentence(text: str, sentence: str, course: Course) -> None:
    with pytest.raises(CourseError) as caught:
        rules(course, text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_file_is_named_in_front_of_the_sentence(tmp_path: Path) -> None:
    path = tmp_path / "course.toml"
    path.write_text((load_course().folder / "course.toml").read_text(encoding="utf-8") + "\n[policies]\ngrace = 1\n")
    with pytest.raises(CourseError, match=r"^course\.toml: policies\.grace: unknown key"):
        load_course(path.parent)


def test_a_rule_regrades_nobody_and_writes_the_pages_again(tmp_path: Path) -> None:
    course = load_course()
    shutil.copytree(course.solutions_folder, tmp_path / "solutions", ignore=shutil.ignore_patterns("__pycache__"))
    file = Path(shutil.copy(course.folder / "course.toml", tmp_path))
    verdicts, pages = verdict_hash(course=tmp_path), template_hash(course=tmp_path)
    file.write_text(file.read_text(encoding="utf-8") + "\n[policies]\ngrace_hours = 1\n")
    assert verdict_hash(course=tmp_path) == verdicts
    assert template_hash(course=tmp_path) != pages


def test_a_hand_in_that_cannot_be_read_has_no_line_about_points(course: Course) -> None:
    drop = 'drop = ["02_causal.masked_softmax"]\n'
    item = result(course, "ada", "02", 0, status="unreadable", reason="hw2.zip: is damaged") | {"score": None}
    for exercise in item["exercises"]:  # type: ignore[attr-defined]
        exercise["score"] = None
    view = with_policies(item, rules(course, drop), NOW)
    assert "policy" not in view
    assert view["score"] is None
    assert view["max_score"] < item["max_score"]
