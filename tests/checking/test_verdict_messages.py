"""The words of verdicts: one of every kind, and the feedback on a submission with many mistakes."""

import re

import pytest
import torch
from torch import nan, tensor

from autograder.checking import assertions as judge
from autograder.checking import assertions as judge_numbers
from autograder.checking import describe as wording
from autograder.checking.answer import Answer
from autograder.checking.failures import CheckFailedError
from autograder.checking.registry import checks_of
from autograder.diagnosis.mistakes import load_mistakes
from autograder.reports.feedback_text import feedback_markdown
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.student_text import unmarked
from autograder.sandbox.host.target import NoResponse
from tests.helpers.grading import grade_sources, solution
from tests.student_kit.test_messages import KINDS

DOWN = re.compile(r"\b(just(?! before)|simply|obviously|easy|easily|trivial|of course)\b", re.IGNORECASE)
CALLED, RECIPE = "softmax(<2 × 3>)", {"target": "softmax", "calls": [{"args": [], "named": {}}]}
RAISED = {"type": "IndexError", "text": "too far", "chain": ["IndexError"], "where": None}
PLACE = {"file": "causal.py", "line": 7, "code": "x[9]"}


def returned(value, **more) -> Answer:
    return Answer({"calls": [{"value": value}], **more}, CALLED, RECIPE)


def ended(report) -> Answer:
    return Answer(report, CALLED, RECIPE)


ONES, FLAT = torch.ones(2, 3), torch.ones(6)
VERDICTS = {
    "nothing": lambda: judge.assert_close(returned(None), ONES),
    "a list": lambda: judge.assert_close(returned([1.0]), ONES),
    "another shape": lambda: judge.assert_close(returned(FLAT), ONES),
    "another kind of dtype": lambda: judge.assert_close(returned(ONES.int()), ONES),
    "another width of dtype": lambda: judge.assert_close(returned(ONES), ONES, dtype=torch.float64),
    "another device": lambda: judge.assert_close(returned(ONES.to("meta")), ONES),
    "not finite": lambda: judge.assert_close(returned(tensor([1.0, nan])), tensor([1.0, 1.0])),
    "wrong values": lambda: judge.assert_close(returned(tensor([[1.0, 0.5]])), tensor([[1.0, 1.0]])),
    "no number": lambda: judge_numbers.assert_number(returned("15"), 15),
    "nothing for a number": lambda: judge_numbers.assert_number(returned(None), 15),
    "a number that is infinite": lambda: judge_numbers.assert_number(returned(float("inf")), 15),
    "a wrong number": lambda: judge_numbers.assert_number(returned(16), 15),
    "a number too large for any": lambda: judge_numbers.assert_number(returned(10**400), 15),
    "numbers that are no list": lambda: judge_numbers.assert_numbers(returned(1), [1, 2]),
    "too few numbers": lambda: judge_numbers.assert_numbers(returned([1]), [1, 2]),
    "one wrong number of several": lambda: judge_numbers.assert_numbers(returned([1, 3]), [1, 2]),
    "asks for a thread": lambda: ended({"raised": RAISED | {"refused": "a thread"}}).value,
    "raises nothing": lambda: judge.assert_raised(returned(1), "ValueError"),
    "raises something else": lambda: judge.assert_raised(ended({"raised": RAISED}), "ValueError"),
    "raises without the reason": lambda: judge.assert_raised(ended({"raised": RAISED}), "IndexError", mention="cake"),
    "no gradient": lambda: judge.assert_gradients(
        returned(ONES, grads={"connected": False, "inputs": [], "parameters": {}}), [ONES], {}
    ),
    "a gradient that is missing": lambda: judge.assert_gradients(
        returned(ONES, grads={"connected": True, "inputs": [None], "parameters": {}}), [ONES], {}
    ),
    "a wrong gradient of a parameter": lambda: judge.assert_gradients(
        returned(ONES, grads={"connected": True, "inputs": [], "parameters": {"W": 2 * ONES}}), [], {"W": ONES}
    ),
    "not defined": lambda: ended({"defined": False}).value,
    "not attempted": lambda: ended({"raised": RAISED | {"not_attempted": True}}).value,
    "a missing parameter": lambda: ended({"misfit": {"name": "W_k.bias", "wanted": [5], "found": None}}).value,
    "another parameter": lambda: ended({"misfit": {"name": "W", "wanted": [3, 5], "found": [5, 3]}}).value,
    "an error": lambda: ended({"raised": RAISED}).value,
    "an error at a place": lambda: ended({"raised": RAISED | {"where": PLACE}}).value,
    "no ordinary value": lambda: ended({"unsendable": True}).value,
    "no answer": lambda: ended(NoResponse("timed out", "no answer within 4 s")).value,
    "half an answer": lambda: ended({"calls": []}).value,
    "half a call": lambda: ended({"calls": [{}]}).value,
}


def words(ask) -> str:
    with pytest.raises(CheckFailedError) as raised:
        ask()
    return f"{raised.value.outcome}: {unmarked(raised.value.message)}"


def test_every_kind_of_verdict(snapshot):
    assert "\n".join(f"{name:<30} {words(ask)}" for name, ask in VERDICTS.items()) == snapshot


@pytest.mark.parametrize("kind", ["wrong type", "wrong shape", "wrong dtype", "not finite", "wrong values", "crashed"])
def test_no_kind_is_left_out(kind):
    assert any(words(ask).startswith(f"{kind}: ") for ask in VERDICTS.values())


def test_values_and_calls_in_words(snapshot):
    values = [1, 1.5, True, None, "word", "w" * 99, [1, 2], (1,), list(range(20)), tensor(2.5), tensor(value := True)]
    values += [torch.ones(2, 3), torch.ones(2, 3, dtype=torch.int64, device="meta"), torch.bfloat16, {"a": value}]
    assert "\n".join(map(wording.describe_value, values)) == snapshot


def test_no_text_talks_down_to_a_student(course):
    checks = [check.info for part in course for found in checks_of(part.id).values() for check in found]
    texts = [text for info in checks for text in (info.title, info.hint)]
    texts += [text for entry in load_mistakes().values() for text in (entry.diagnosis.text, entry.diagnosis.hint)]
    assert len(texts) > 500
    assert [text for text in texts if DOWN.search(text)] == []


@pytest.mark.slow
def test_the_feedback_on_many_mistakes(course, fork_servers, rehearsals, snapshot):
    sources = {
        stem: solution("02_causal", f"{stem}.py") + b"\n\n" + KINDS[f"02_causal/{stem}.py"].encode()
        for stem in ("causal", "derivations")
    }
    result = grade_sources(fork_servers(Level.BWRAP), course, rehearsals("02_causal"), "02_causal", **sources)
    assert feedback_markdown(result.to_json()) == snapshot
