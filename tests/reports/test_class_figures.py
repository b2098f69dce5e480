"""Figures of the class page: what became of the hand-ins of each part, quartiles, and the worst exercises."""

from typing import Any

import pytest

from autograder.reports import class_page
from autograder.reports.class_page import class_page_content, student_pages
from autograder.reports.class_statistics import quartiles
from autograder.reports.pages import class_html, student_page_html
from autograder.results.model import KEPT_STATE, Anomaly, Json
from autograder.results.summary import summarize
from tests.helpers.result_factory import OPEN, RIGHT, WRONG, check, exercise, large_class, result

ABSENT = exercise(check("all", outcome="not submitted"), outcome="not submitted")


def content(*results: Json) -> dict[str, Any]:
    return class_page_content([summarize(one) for one in results], [], "Attention from scratch")


def scored(student: str, score: float, **submission: object) -> Json:
    made = result(student, RIGHT) | {"score": score, "max_score": 10}
    made["submission"] |= submission
    return made


def test_each_part_says_what_became_of_its_hand_ins() -> None:
    refused = scored("dana", 0, status="refused", reason="received report.pdf") | {"score": None}
    waits = result("eli", RIGHT) | {"score": None}
    made = content(scored("ada", 4), scored("ben", 8, late=True), result("chen", ABSENT), refused, waits)
    (row,) = made["parts"]
    counts = ("arrived", "missing", "refused", "waiting", "late")
    assert [row[name] for name in counts] == [4, 1, 1, 1, 1]
    assert row["points"] == {"low": 5, "median": 6, "high": 7}
    assert row["percent"] == {"low": 50, "median": 60, "high": 70}


def test_a_student_without_a_result_of_a_part_is_missing_there() -> None:
    later = result("ben", RIGHT, assignment="03_multihead")
    assert [row["missing"] for row in content(result("ada", RIGHT), later)["parts"]] == [1, 1]


def test_quartiles_of_few_scores() -> None:
    assert quartiles([]) == {}
    assert quartiles([3]) == {"low": 3, "median": 3, "high": 3}
    assert quartiles([1, 2, 3, 4, 5]) == {"low": 2, "median": 3, "high": 4}


def test_a_part_that_nobody_handed_in_has_no_median() -> None:
    (row,) = content(result("ada", ABSENT))["parts"]
    assert (row["arrived"], row["points"]) == (0, {})
    assert "nan" not in class_html(**content(result("ada", ABSENT)))


def test_the_worst_exercises_come_first_and_know_their_place_in_the_course() -> None:
    rows = content(result("ada", RIGHT, WRONG, OPEN), result("ben", RIGHT, WRONG))["exercises"]
    assert [(row["name"], row["place"], row["percent"]) for row in rows] == [
        ("masked_softmax", 1, 0),
        ("CausalSelfAttention", 2, 0),
        ("causal_mask", 0, 100),
    ]


def test_the_students_of_a_large_class_are_on_pages_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made = content(*large_class(5))
    assert student_pages(made["students"]) == []
    monkeypatch.setattr(class_page, "MAX_STUDENTS", 2)
    pages = student_pages(made["students"])
    assert [(page["file"], len(page["students"])) for page in pages] == [
        ("students-1.html", 2),
        ("students-2.html", 2),
        ("students-3.html", 1),
    ]
    whole = class_html(**made, student_pages=pages)
    assert 'href="students-3.html"' in whole
    assert 'id="by-student"' not in whole
    middle = student_page_html(made, pages, 1)
    assert "student 0002" in middle
    assert "student 0004" not in middle
    assert all(name in middle for name in ('href="students-1.html"', 'href="students-3.html"'))


def test_a_hand_in_that_keeps_something_between_exercises_needs_a_person_although_it_has_a_score() -> None:
    alarm = Anomaly(KEPT_STATE, "causal_mask", "right together only")
    exits = Anomaly("exit", "causal_mask", "os._exit(0)")
    needs = content(result("ada", RIGHT, anomalies=(alarm,)), result("ben", RIGHT, anomalies=(exits,)))["needs_you"]
    assert [(row["student"], row["status"], row["reasons"]) for row in needs] == [
        ("ada", "kept state", ["causal_mask: right together only"])
    ]
    sentence = "please read the code of the exercise that is named"
    assert sentence in class_html(**content(result("ada", RIGHT, anomalies=(alarm,))))
    assert sentence not in class_html(**content(result("ada", RIGHT) | {"score": None}))


def test_long_lists_end_and_say_how_many_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_page, "MAX_LISTED", 2)
    waiting = [result(f"student {number}", RIGHT) | {"score": None} for number in range(5)]
    whole = class_html(**content(*waiting))
    assert "3 more are not shown; grades.csv lists all of them." in whole


@pytest.mark.parametrize("status", ["unreadable", "refused", ""])
def test_a_hand_in_without_a_score_counts_in_no_exercise(status: str) -> None:
    unread = exercise(check("all", outcome="does not parse"), outcome="does not parse")
    bob = result("bob", unread) | {"score": None}
    bob["submission"] |= {"status": status, "reason": "hw2.zip: is damaged or cut off"} if status else {}
    (row,) = content(result("ada", RIGHT), bob)["exercises"]
    assert (row["tried"], row["right"], row["percent"], row["otherwise"]) == (1, 1, 100, "")
