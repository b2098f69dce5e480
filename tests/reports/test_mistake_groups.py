"""How the class page groups mistakes: by diagnosis, else by the very answers that were wrong."""

import pytest

from autograder.reports import class_page
from autograder.reports.class_page import class_page_content
from autograder.results.model import Json
from autograder.results.summary import summarize
from tests.helpers.result_factory import DIAGNOSIS, EVIDENCE, OPEN, RIGHT, WRONG, check, exercise, result


def mistakes_of(*results: Json) -> list[tuple[int, str, str]]:
    found = class_page_content([summarize(one) for one in results], [], "Attention from scratch")["mistakes"]
    return [(row["count"], row["kind"], row["text"]) for row in found]


def test_mistakes_are_grouped_by_diagnosis_whatever_came_back() -> None:
    other = exercise(check("values", diagnosis=(DIAGNOSIS,), message="9 of 9 values are wrong"))
    assert mistakes_of(result("ada", WRONG), result("ben", other)) == [(2, "diagnosis", DIAGNOSIS["text"])]


def test_two_mistakes_at_once_are_a_group_of_their_own() -> None:
    both = exercise(check("values", diagnosis=(DIAGNOSIS, {"family": "mask", "name": "no-mask", "text": "no mask"})))
    assert [text for _, _, text in mistakes_of(result("ada", WRONG), result("ben", both))] == [
        DIAGNOSIS["text"],
        f"{DIAGNOSIS['text']}; no mask",
    ]


def test_without_a_diagnosis_only_the_same_wrong_answers_are_grouped() -> None:
    same = exercise(check("values", evidence=EVIDENCE))
    other = exercise(check("values", evidence=EVIDENCE | {"got": [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}))
    found = mistakes_of(result("ada", same), result("ben", same), result("chen", other))
    assert [(count, kind) for count, kind, _ in found] == [(2, "same answers"), (1, "same answers")]


def test_what_is_right_or_not_begun_is_no_mistake() -> None:
    assert mistakes_of(result("ada", RIGHT, OPEN)) == []


def test_the_same_mistake_in_two_parts_is_two_groups() -> None:
    found = mistakes_of(result("ada", WRONG), result("ada", WRONG, assignment="03_multihead"))
    assert [count for count, _, _ in found] == [1, 1]


def test_the_students_of_a_group_are_named_with_their_pages() -> None:
    results = [summarize(result(name, WRONG)) for name in ("ben", "ada")]
    (row,) = class_page_content(results, [], "Attention from scratch")["mistakes"]
    assert [item["name"] for item in row["students"]] == ["ada", "ben"]
    assert row["students"][0]["link"] == "ada/02_causal/feedback.html"
    (row,) = class_page_content(results, [], "Attention from scratch", review=True)["mistakes"]
    assert row["students"][0]["link"] == ".review/ada/02_causal.html"


def test_the_names_of_all_groups_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_page, "MAX_NAMES_OF_GROUP", 2)
    monkeypatch.setattr(class_page, "MAX_NAMES", 3)
    other = exercise(check("values"), name="causal_mask")
    results = [summarize(result(name, WRONG, other)) for name in ("ada", "ben", "chen")]
    rows = class_page_content(results, [], "Attention from scratch")["mistakes"]
    assert [(len(row["students"]), row["unnamed"], row["count"]) for row in rows] == [(2, 1, 3), (1, 2, 3)]
