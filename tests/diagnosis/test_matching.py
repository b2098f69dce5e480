"""A diagnosis is one of known mistakes, and never says anything about a right program."""

from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.course import CourseError, Exercise, load_course
from autograder.diagnosis.evidence import agrees
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.model import mistake_name
from autograder.diagnosis.predictions import model_of, predict
from tests.helpers.claims import EXERCISES, modelled
from tests.helpers.diagnosis import Said, solution_with
from tests.helpers.zoo import programs


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: f"{exercise.assignment[:2]}.{exercise.name}")
def test_nothing_is_said_about_the_solution(exercise: Exercise, said_about: Said) -> None:
    assert said_about(exercise, solution_with(exercise, "")) == []


@pytest.mark.zoo
def test_every_edit_is_a_known_mistake_and_shows() -> None:
    for exercise in modelled():
        assert_edits_show(exercise)


def assert_edits_show(exercise: Exercise) -> None:
    model: Any = model_of(exercise)
    places = range(len(model.plan.probes))
    right = [predict(exercise, place, ()) for place in places]
    assert all(not isinstance(item, str) for item in right)
    for single in model.single_edits:
        assert mistake_name(single[0][1]) in load_mistakes()
        if single[0][1] not in ("by-root-of-d-v", "by-root-of-d-in"):  # the same where the sizes are the same
            assert not all(agrees(predict(exercise, place, single), right[place]) for place in places), single


@pytest.mark.full
@pytest.mark.zoo
def test_nothing_is_said_about_right_styles(said_about: Said) -> None:
    found = {item.name: said_about(item.exercise, item.source) for item in programs("right")}
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("def softmax(z, dim=-1):\n    raise RuntimeError", "a crash"),
        ("def softmax(z, dim=-1):\n    return torch.rand_like(z)", "chance"),
        ("def softmax(z, dim=-1):\n    return 10**30", "a number of many digits"),
        ("def softmax(z, dim=-1):\n    return [[[]]]", "empty lists"),
        ("def softmax(z, dim=-1):\n    return z.to('meta')", "no values"),
        ("def softmax(z, dim=-1):\n    return torch.full_like(z, torch.nan)", "nothing but NaN"),
    ],
)
def test_nothing_is_said_where_nothing_is_certain(code: str, what: str, said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "softmax")
    assert said_about(exercise, solution_with(exercise, code)) == [], what


def test_a_single_number_is_not_called_multiplied_by_a_factor_unless_that_is_always_the_same(said_about: Said) -> None:
    exercise = load_course().exercise("06_language_model", "cross_entropy")
    flat = "def cross_entropy(logits, targets):\n    n, v = targets.numel(), logits.shape[-1]\n"
    log_p = flat + "    log_p = torch.log_softmax(logits.reshape(n, v), 1)\n"
    of_least_likely = log_p + "    return -log_p.amin(1).mean()"  # not the targets at all
    assert said_about(exercise, solution_with(exercise, of_least_likely)) == []
    thrice = log_p + "    return -3 * log_p.gather(1, targets.reshape(n, 1)).mean()"
    assert said_about(exercise, solution_with(exercise, thrice)) == [("scale", "result-scaled")]


NAMED = {
    "02_causal/CausalSelfAttention__buffer_of_sixteen": [("mask", "mask-too-small")],
    "02_causal/masked_softmax__eight_tokens": [("mask", "mask-too-small")],
    "02_causal/masked_softmax__seven_at_most": [],  # refused on purpose: nothing is known of a mask
    "01_self_attention/TokenEmbedding__linear": [("projection", "layer-for-table")],
    "01_self_attention/TokenEmbedding__normalised": [("normalisation", "vectors-normalised")],
    "01_self_attention/TokenEmbedding__max_norm": [("values", "long-rows-cut")],  # known by its answers alone
    "04_cross/CrossAttention__concatenated_result": [("cross", "values-appended")],
}


@pytest.mark.parametrize("name", NAMED)
def test_these_mistakes_are_named_and_what_resembles_them_is_not(name: str, said_about: Said) -> None:
    (program,) = (item for item in programs("wrong") if item.name == name)
    assert said_about(program.exercise, program.source) == NAMED[name]


def test_mistakes_are_complete() -> None:
    mistakes = load_mistakes()
    assert len(mistakes) > 200
    assert all(item.diagnosis.family in load_course().families and item.diagnosis.text for item in mistakes.values())


@pytest.mark.parametrize(
    "text", ['[a]\nfamily = "colour"\ntext = "x"\nhint = "y"', '[a]\nfamily = "scale"\nhint = "y"', "not toml"]
)
def test_a_broken_data_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mistakes.toml"
    path.write_text(text)
    with pytest.raises(CourseError, match=r"mistakes\.toml"):
        load_mistakes(path)


ODD = [
    *(float("nan"), float("inf"), -1.5, 0, True, None, "text", [], [1, 2], [[1.0], [2.0]], (1, "a"), {"a": 1}, 10**300),
    *(torch.tensor(3), torch.zeros(0), torch.ones(2, 3, 4, 5), torch.eye(3) > 0, torch.ones(2, dtype=torch.complex64)),
    *((torch.ones(2), torch.full((2, 2), torch.nan)), torch.full((3, 4), -1e38), torch.ones(1).expand(100_000)),
]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: f"{exercise.assignment[:2]}.{exercise.name}")
def test_no_answer_breaks_the_diagnosis(exercise: Exercise) -> None:
    for value in ODD:
        report = {"defined": True, "calls": [{"value": value}], "parameters": [["a", [1]], ["b.weight", [2, 2]]]}
        diagnose(exercise, lambda requests, report=report: [report for _ in requests])
    for report in ({}, {"defined": True}, {"defined": True, "calls": [3]}, {"defined": True, "parameters": [[]]}):
        diagnose(exercise, lambda requests, report=report: [report for _ in requests])


def test_every_reason_of_a_mistake_is_short_and_a_sentence_of_its_own() -> None:
    mistakes = load_mistakes().values()
    whys = [(item.diagnosis.text, why) for item in mistakes for why in (item.diagnosis.why, *item.whys.values()) if why]
    assert whys
    for text, why in whys:
        assert why.endswith((".", "?"))
        assert len(why.split()) <= 34, why
        assert text not in why
