"""A class whose words have changed is told anew: pages are written again where they differ, and nobody is judged."""

import json
import sqlite3
from dataclasses import replace

import pytest

from autograder.results.model import ExerciseResult
from tests.helpers.term import Term

pytestmark = pytest.mark.sandbox

PART = "00_warmup"


@pytest.fixture
def graded(term: Term, monkeypatch: pytest.MonkeyPatch) -> Term:
    """A class of two, one of whom is right; from now on, whoever is judged is lost, and words are not the same."""
    term.hand_in("week", "ada", PART)
    term.hand_in("week", "bo", PART, "wrong: row_sums")
    assert term.run("grade", term.folder / "week", "--out", term.out)[0] == 0
    term.lose_everything()
    monkeypatch.setattr("autograder.execution.cache_key.telling_hash", lambda: "other words")
    monkeypatch.setattr("autograder.execution.kept_judgements.renewed", told_otherwise)
    return term


def told_otherwise(result: ExerciseResult, *_: object) -> ExerciseResult:
    checks = (replace(item, message=item.message and "in other words") for item in result.checks)
    return replace(result, checks=tuple(checks))


def scores(term: Term) -> list[float]:
    paths = sorted(term.out.glob("*/*/result.json"))
    return [json.loads(path.read_text(encoding="utf-8"))["score"] for path in paths]


def gradings(term: Term) -> int:
    with sqlite3.connect(term.out / ".autograder/store.db") as store:
        return int(store.execute("SELECT count(*) FROM grading").fetchone()[0])


def test_pages_have_the_words_of_today_and_nobody_is_judged(graded: Term) -> None:
    before = scores(graded)
    status, text = graded.run("grade", graded.folder / "week", "--out", graded.out)
    assert status == 0
    assert "words or prices have changed, those of 1 result too; nobody is judged again" in text
    assert "0 submissions graded, 2 were already" in text
    assert "in other words" in (graded.out / "bo" / PART / "feedback.md").read_text()
    assert scores(graded) == before


def test_a_result_with_the_same_words_is_not_stored_again(graded: Term) -> None:
    for _ in range(2):
        graded.run("grade", graded.folder / "week", "--out", graded.out)
        assert gradings(graded) == 3, "one of ada, two of bo"


def test_words_move_no_score(graded: Term) -> None:
    status, text = graded.run("regrade", graded.out)
    assert status == 0
    assert "0 of 2 results change" in text


def test_fresh_judges_all_the_same(graded: Term) -> None:
    _, text = graded.run("grade", graded.folder / "week", "--out", graded.out, "--fresh")
    assert "0 submissions graded" in text
    assert "nobody is judged again" not in text


def test_a_damaged_result_is_named(graded: Term) -> None:
    with sqlite3.connect(graded.out / ".autograder/store.db") as store:
        store.execute("UPDATE untold SET content = x'00'")
    status, text = graded.run("grade", graded.folder / "week", "--out", graded.out)
    assert status == 2
    assert "the result of ada, 00_warmup is damaged; --fresh grades it again" in text
