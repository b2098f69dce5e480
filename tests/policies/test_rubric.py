"""The rubric under the rules of a course: switched off, with other weights of checks, corrected, dropped, hidden."""

import tomllib
from datetime import datetime
from typing import Any

import pytest

from autograder.course import Course
from autograder.course.model import Policies
from autograder.course.policies import load_policies
from autograder.course.schema import PoliciesTable
from autograder.course.validation import convert
from autograder.execution.score_changes import change_between, change_line, reasons_between
from autograder.exports.class_results import score_comment
from autograder.policies import policy_hash, score_policy_hash, with_policies
from autograder.reports.feedback_text import cell_comments, feedback_markdown, result_text
from autograder.reports.pages import feedback_html
from autograder.results.adjustments import Adjustment
from autograder.results.model import CheckResult, ExerciseResult
from autograder.results.rubric import MistakeCost, RubricMatch, rubric_line
from autograder.results.summary import summarize
from tests.helpers.result_factory import result

NOW = datetime(2026, 4, 1)  # noqa: DTZ001 - the class's own time
NO_SCALE = RubricMatch((MistakeCost("no-scale", "scale", 0.4, "rubric.families.scale"),))
LINE = "One mistake: −1.6 of 4"


def graded(match: RubricMatch | None = NO_SCALE) -> dict[str, Any]:
    """A result of one exercise worth 4: its values are wrong (3.5 points), its device is right."""
    checks = (
        CheckResult("masked_softmax.values", "the values", "core", 0.0, 3.5, "wrong values", "2 values are wrong"),
        CheckResult("masked_softmax.device", "the device", "robustness", 0.5, 0.5, "right"),
    )
    return result("ada", ExerciseResult("masked_softmax", "causal.py", 4.0, "wrong values", checks, rubric=match))


def rules(course: Course, text: str) -> Policies:
    return load_policies(convert(tomllib.loads(text), PoliciesTable, "policies"), course.assignments)


def view(course: Course, text: str, *corrections: Adjustment, item: dict[str, Any] | None = None) -> dict[str, Any]:
    return with_policies(item or graded(), rules(course, text), NOW, corrections)


def test_an_instructor_can_leave_everything_to_the_checks(course: Course) -> None:
    shown = view(course, "rubric = false")
    assert (graded()["score"], shown["score"]) == (2.4, 0.5)
    assert shown["policy"]["line"] == "2.4 − 1.9 for masked_softmax (without rubric, rule rubric) = 0.5"
    assert "rubric" not in shown["exercises"][0]
    assert graded()["exercises"][0]["rubric"]["line"] == LINE


def test_what_has_no_named_mistake_has_no_step(course: Course) -> None:
    assert "policy" not in view(course, "rubric = false", item=graded(None))


def test_the_switch_is_a_rule_about_points(course: Course) -> None:
    off = rules(course, "rubric = false")
    assert policy_hash(off) == score_policy_hash(off) != policy_hash(Policies()) == ""


def test_a_preview_says_why_a_score_changes(course: Course) -> None:
    change = change_between(summarize(graded()), view(course, "rubric = false"))
    assert change is not None
    words = "ada, 02_causal: 2.4 → 0.5 of 4, -1.9: the rules and corrections now: "
    assert change_line(change.to_json()).startswith(words)


def test_another_table_is_named_as_the_reason() -> None:
    before, after = graded(None), graded()
    change = change_between(before, after, reasons_between(before, after))
    assert change is not None
    words = "ada, 02_causal: 0.5 → 2.4 of 4, +1.9: masked_softmax: the rubric takes 40 % (scale), was its checks alone"
    assert change_line(change.to_json()) == words


@pytest.mark.parametrize(
    ("weights", "points"),
    [
        ({"device": 2}, 2.4),  # the share of a mistake is of the exercise
        ({"device": 30}, 3.24),  # checks give more
        ({"values": 0}, 4),  # the check that failed does not count
    ],
    ids=str,
)
def test_with_other_weights_the_better_of_both_counts(weights: dict[str, float], points: float, course: Course) -> None:
    text = "\n".join(f'"02_causal.masked_softmax.{name}" = {weight}' for name, weight in weights.items())
    shown = view(course, f"[checks]\n{text}")
    assert shown["score"] == pytest.approx(points, abs=0.01)
    assert bool(rubric_line(shown["exercises"][0])) == (points == 2.4)


def test_a_correction_comes_after_the_rubric(course: Course) -> None:
    item = Adjustment("ada", "02_causal", "masked_softmax", 1.0, None, "shown on paper", "", "prof", "2026-03-01")
    shown = view(course, "", item)
    assert shown["score"] == 3.4
    assert rubric_line(shown["exercises"][0]) == LINE


def test_a_dropped_exercise_takes_the_points_of_the_rubric_with_it(course: Course) -> None:
    shown = view(course, 'drop = ["02_causal.masked_softmax"]')
    assert (shown["score"], shown["max_score"]) == (0, 0)


@pytest.mark.parametrize("shown", ["outcome", "nothing"])
def test_while_core_checks_are_hidden_the_mistake_is_too(shown: str, course: Course) -> None:
    text = f'due = {{ 02_causal = 2026-05-01T00:00:00 }}\n[visibility.core]\nbefore_due = "{shown}"'
    hidden = view(course, text)
    assert hidden["score"] == 2.4
    assert "One mistake" not in feedback_html(hidden, "Causal") + feedback_markdown(hidden)


def test_page_terminal_and_comments_name_the_mistake() -> None:
    item = graded()
    comments = (cell_comments(item)["masked_softmax"], score_comment(item))
    for text in (feedback_html(item, "Causal"), feedback_markdown(item), *comments):
        assert "One mistake: −1.6 of 4" in text.replace("\\", "")
    assert f"  {LINE}" in result_text(item).split("\n")
