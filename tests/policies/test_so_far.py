"""Beside the total is what was reached of what was due by now."""

from datetime import datetime, timedelta

import pytest

from autograder.course import Course
from autograder.course.model import Policies
from autograder.policies.totals import CourseTotal, so_far_line, total_texts
from autograder.results.model import Json
from tests.helpers.graded_class import result

NOW = datetime.fromisoformat("2026-03-10T12:00")
DATES = {"01_self_attention": NOW - timedelta(days=7), "02_causal": NOW, "03_multihead": NOW + timedelta(days=7)}


@pytest.fixture
def results(course: Course) -> list[Json]:
    """Ada has everything, 03 before it is due; ben has half of 01, and nothing of the others; 06 has not begun."""
    ada = [result(course, "ada", part, 1) for part in ("01", "02", "03")]
    ben = [result(course, "ben", "01", 0.5), *(absent(course, "ben", part) for part in ("02", "03"))]
    cy = [result(course, "cy", part, 1) for part in ("01", "02", "03")]
    return [*ada, absent(course, "ada", "06"), *ben, absent(course, "ben", "06"), *cy, absent(course, "cy", "06")]


def absent(course: Course, student: str, part: str) -> Json:
    item = result(course, student, part, 0)
    for exercise in item["exercises"]:  # type: ignore[attr-defined]
        exercise["outcome"] = "not submitted"
    return item


def so_far(results: list[Json], student: str, policies: Policies, now: datetime = NOW) -> tuple[float, float]:
    own = [item for item in results if item["student"] == student]
    total = CourseTotal(results, policies, now).so_far(own)
    return total.score or 0, total.maximum


def test_what_is_not_due_yet_counts_neither_way(results: list[Json]) -> None:
    policies = Policies(due=DATES | {"06_language_model": NOW + timedelta(days=30)})
    assert so_far(results, "ada", policies) == (26, 26), "02 is due now, and not before now"
    assert so_far(results, "ben", policies) == (13, 26)
    assert so_far(results, "ada", policies, NOW + timedelta(seconds=1)) == (53, 53)
    assert so_far(results, "ada", policies, NOW - timedelta(days=30)) == (0, 0)
    own = [item for item in results if item["student"] == "ada"]
    assert CourseTotal(results, policies, NOW).of(own).maximum == 26 + 27 + 22 + 30


def test_an_extension_makes_a_part_due_later_for_its_student_alone(results: list[Json]) -> None:
    policies = Policies(due=DATES, extensions={("ben", "02_causal"): timedelta(days=3)})
    later = NOW + timedelta(days=1)
    assert so_far(results, "ben", policies, later) == (13, 26)
    assert so_far(results, "cy", policies, later) == (53, 53)
    assert so_far(results, "ben", policies, NOW + timedelta(days=4)) == (13, 53)


def test_without_a_date_a_part_is_due_once_the_class_hands_it_in(results: list[Json]) -> None:
    policies = Policies(due={"01_self_attention": NOW - timedelta(days=7)})
    assert so_far(results, "ben", policies) == (13, 26 + 27 + 22), "06 waits until somebody hands it in"


def test_a_hard_deadline_is_a_date_too(results: list[Json]) -> None:
    policies = Policies(closes=DATES)
    assert so_far(results, "ben", policies, NOW + timedelta(days=1)) == (13, 53)


def test_weights_and_excuses_count_as_in_the_total(results: list[Json]) -> None:
    weights = {"01_self_attention": 1.0, "02_causal": 1.0, "06_language_model": 2.0}
    policies = Policies(due=DATES | {"06_language_model": NOW + timedelta(days=30)}, weights=weights, total=100)
    later = NOW + timedelta(days=1)
    assert so_far(results, "ben", policies, later) == (12.5, 50)
    for item in results:
        if item["student"] == "ben" and item["assignment"] == "02_causal":
            item |= {"excused": "ill", "score": None, "max_score": 0}
    assert so_far(results, "ben", policies, later) == (12.5, 25)


def test_what_waits_for_a_person_leaves_the_score_open(results: list[Json]) -> None:
    results[0]["score"] = None
    total = CourseTotal(results, Policies(due=DATES), NOW).so_far(results[:4])
    assert (total.text, total.cell, total.maximum) == ("?", "", 26)
    later = CourseTotal(results, Policies(due=DATES), NOW + timedelta(days=1)).so_far(results[:4])
    assert (later.text, later.cell) == ("27 + ?", "")


def test_a_line_says_how_far_the_class_is_and_without_dates_there_is_none(results: list[Json]) -> None:
    past = {name: datetime.fromisoformat("2020-01-01") for name in ("01_self_attention", "02_causal")}
    future = {name: datetime.fromisoformat("2999-01-01") for name in ("03_multihead", "06_language_model")}
    line = so_far_line(results, Policies(due=past | future))
    assert line == "due so far: 01_self_attention, 02_causal; median 100% of these points, 71% of all"
    assert total_texts(results, Policies(due=past | future))["ben"] == "13/105, 13/53 so far"
    assert so_far_line(results, Policies()) == ""
    assert total_texts(results, Policies()) == {}
