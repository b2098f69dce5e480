"""What an exercise draws is evidence: a seeded generator has one right answer, and it is told if the answer varies."""

from typing import Any

import pytest
import torch

from autograder.course import load_course
from autograder.diagnosis.answers import DRAWN
from autograder.diagnosis.evidence import RAISED, VARIES, agrees, read_observed
from autograder.diagnosis.fingerprints import _read, entry_of, fingerprint_of, is_specific
from autograder.diagnosis.predictions import model_of, predict
from tests.helpers.diagnosis import Said, solution_with

COURSE = load_course()
NEXT, WRITER = (COURSE.exercise("06_language_model", name) for name in ("sample_next", "generate"))
DRAW = """
import random
def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        return logits.argmax(dim=-1)
    if top_k is not None and top_k < logits.shape[-1]:
        logits = logits.masked_fill(logits < logits.topk(top_k).values[:, -1:], -torch.inf)
    shares = torch.softmax({logits}, dim=-1)
    return {drawn}
"""
RIGHT = {"logits": "logits / temperature", "drawn": "torch.multinomial(shares, 1, generator=generator)[:, 0]"}


def drawn_by(**other: str) -> bytes:
    return solution_with(NEXT, DRAW.format(**RIGHT | other))


def answers(*values: object) -> dict[str, Any]:
    return {"defined": True, "calls": [{"value": value} for value in values]}


def test_equal_calls_with_other_values_vary_where_an_exercise_draws() -> None:
    one, other = torch.tensor([1, 2]), torch.tensor([2, 2])
    assert read_observed(answers(one, other), draws=True) == VARIES
    assert read_observed(answers(one, other)) is None
    assert read_observed(answers(one, "text"), draws=True) is None
    assert isinstance(read_observed(answers(one, one), draws=True), tuple)


def test_to_vary_is_neither_to_raise_nor_a_value() -> None:
    assert agrees(VARIES, VARIES)
    assert not agrees(RAISED, VARIES)
    assert not agrees(VARIES, (torch.zeros(2),))


def test_an_entry_of_what_varies_is_read_as_it_was_written() -> None:
    seen = [VARIES, RAISED, *(predict(NEXT, place, ()) for place in range(2, 4))]
    assert entry_of(NEXT, seen) == ["varies", "raised", "right", "right"]
    assert _read(NEXT, entry_of(NEXT, seen)).shapes == fingerprint_of(seen).shapes
    assert is_specific(NEXT, seen)
    assert not is_specific(NEXT, [RAISED, *seen[1:]])


@pytest.mark.parametrize("exercise", [NEXT, WRITER], ids=lambda exercise: exercise.name)
def test_what_is_drawn_is_known_beforehand_and_leaves_torch_as_it_was(exercise: Any) -> None:
    model, before = model_of(exercise), torch.get_rng_state()
    assert model is not None
    for place in range(len(model.plan.probes)):
        values = [model.programs.run((), model.plan.probes[place].request) for _ in range(DRAWN)]
        assert all(torch.equal(value, values[0]) for value in values)
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, []),
        ({"drawn": "torch.multinomial(shares, 1)[:, 0]"}, ["generator-ignored"]),
        ({"drawn": "torch.tensor([random.choices(range(len(p)), p)[0] for p in shares.tolist()])"}, []),
        ({"logits": "logits * temperature"}, ["temperature-multiplied"]),
        ({"logits": "logits"}, ["temperature-ignored"]),
        (
            {"drawn": "torch.multinomial(shares / temperature, 1, generator=generator)[:, 0]", "logits": "logits"},
            ["temperature-ignored"],
        ),
        ({"drawn": "torch.multinomial(shares, 1, generator=generator)"}, ["extra-dimension"]),
    ],
)
def test_programs_that_draw_are_told_their_mistake(
    other: dict[str, str], expected: list[str], said_about: Said
) -> None:
    assert [name for _, name in said_about(NEXT, drawn_by(**other))] == expected


WRITE = """
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    before, text = model.training, ids
    model.{mode}()
    with torch.no_grad():
        for _ in range(max_new_tokens):
            shown = text[:, {first}:]
            text = torch.cat([text, sample_next(model(shown)[:, -1], temperature, top_k, {generator})[:, None]], dim=1)
    model.train(before)
    return text
"""


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, []),
        ({"generator": "None"}, ["writer-argument-lost"]),
        ({"mode": "train"}, ["training-mode-kept"]),
        ({"first": "-1"}, ["window-last-token"]),
        ({"first": "1 - max_tokens if max_tokens > 1 else -1"}, ["window-off-by-one"]),
    ],
)
def test_a_writer_is_told_what_the_model_was_shown(
    other: dict[str, str], expected: list[str], said_about: Said
) -> None:
    parts = {"mode": "eval", "first": "-max_tokens", "generator": "generator"} | other
    assert [name for _, name in said_about(WRITER, solution_with(WRITER, WRITE.format(**parts)))] == expected
