"""The words of verdicts: one of every kind, and the feedback on a submission with many mistakes."""

import re

import pytest
import torch
from torch import tensor

from autograder.checking.describe import describe_value
from autograder.checking.failures import CheckFailedError
from autograder.checking.registry import checks_of
from autograder.diagnosis.mistakes import load_mistakes
from autograder.reports.feedback_text import feedback_markdown
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.student_text import unmarked
from tests.helpers.grading import grade_sources, solution
from tests.helpers.student_mistakes import MISTAKES
from tests.helpers.verdicts import VERDICTS

DOWN = re.compile(r"\b(just(?! before)|simply|obviously|easy|easily|trivial|of course)\b", re.IGNORECASE)


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
    values += [torch.ones(2, 3), torch.ones(2, 3, dtype=torch.int64), torch.bfloat16, {"a": value}]
    assert "\n".join(map(describe_value, values)) == snapshot


def test_no_text_talks_down_to_a_student(course):
    checks = [check.info for part in course for found in checks_of(part.id).values() for check in found]
    texts = [text for info in checks for text in (info.title, info.hint)]
    texts += [text for entry in load_mistakes().values() for text in (entry.diagnosis.text, entry.diagnosis.hint)]
    assert len(texts) > 500
    assert [text for text in texts if DOWN.search(text)] == []


@pytest.mark.sandbox
def test_the_feedback_on_many_mistakes(course, fork_servers, recorded_checks, snapshot):
    sources = {
        stem: solution("02_causal", f"{stem}.py") + b"\n\n" + MISTAKES[f"02_causal/{stem}.py"].encode()
        for stem in ("causal", "derivations")
    }
    result = grade_sources(fork_servers(Level.BWRAP), course, recorded_checks("02_causal"), "02_causal", **sources)
    assert feedback_markdown(result.to_json()) == snapshot
