"""A finished result is told in the words of today, and nothing else of it changes."""

from dataclasses import replace
from typing import Any

import pytest

from autograder.diagnosis import rewording
from autograder.diagnosis.mistakes import Diagnosis, Mistake, Questions
from autograder.diagnosis.rewording import reworded
from autograder.results.model import CheckResult, ExerciseResult

OLD = {"family": "scale", "name": "no-scale", "text": "the scores are to large", "line": 4}


@pytest.fixture(autouse=True)
def mistakes(monkeypatch: pytest.MonkeyPatch) -> dict[str, Mistake]:
    """The mistakes of today, as far as a test adds some."""
    today = {"no-scale": mistake("the scores are too large")}
    monkeypatch.setattr(rewording, "load_mistakes", lambda: today)
    return today


def mistake(text: str, **words: Any) -> Mistake:
    return Mistake(Diagnosis("scale", "no-scale", text, **{"hint": "", **words}), {}, {}, {}, Questions({}, {}))


def result(*diagnosis: dict[str, Any], hint: str = "", **more: Any) -> ExerciseResult:
    check = CheckResult("f.values", "the values", "core", 0, 2, "wrong values", "got 1", hint, diagnosis)
    return ExerciseResult("f", "f.py", 2, "wrong values", (check,), **more)


def test_the_text_is_that_of_today_and_the_line_stays() -> None:
    assert reworded(result(OLD)) == result(OLD | {"text": "the scores are too large"})


def test_what_is_about_some_inputs_only_still_says_so() -> None:
    (new,) = reworded(result(OLD | {"partial": True})).checks[0].diagnosis
    assert new["text"] == "for some inputs: the scores are too large"


def test_the_hint_of_a_mistake_is_that_of_today_unless_it_was_left_out(mistakes: dict[str, Mistake]) -> None:
    mistakes["no-scale"] = mistake("large", hint="Which width?")
    assert reworded(result(OLD, hint="Wich width?")).checks[0].hint == "Which width?"
    assert reworded(result(OLD)).checks[0].hint == ""


def test_a_check_without_a_mistake_or_with_a_vague_one_keeps_its_own_hint(mistakes: dict[str, Mistake]) -> None:
    mistakes["no-scale"] = mistake("large", vague=True)
    assert reworded(result(OLD, hint="its own")).checks[0].hint == "its own"
    assert reworded(result(hint="its own")) == result(hint="its own")


def test_a_line_that_repeats_the_text_has_that_of_today() -> None:
    lines = {"mistakes": [{"line": 4, "text": OLD["text"]}, {"line": 5, "text": ""}, {"line": 6}], "complete": True}
    new = reworded(result(OLD, repair=lines)).repair
    assert [item.get("text") for item in new["mistakes"]] == ["the scores are too large", "", None]
    assert replace(reworded(result(OLD, repair=lines)), repair={}) == reworded(result(OLD))
    assert new["complete"]
