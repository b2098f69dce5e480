"""A diagnosis names the right family, and never says anything about a right program."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.audit.zoo import Specimen, read_zoo
from autograder.course import Exercise, Limits, load_course
from autograder.diagnosis.evidence import agrees
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.mistakes import FAMILIES, MistakesError, load_mistakes
from autograder.diagnosis.model import mistake_name
from autograder.diagnosis.predictions import predict
from autograder.diagnosis.registry import model_of
from autograder.sandbox.choose import choose
from autograder.sandbox.launch import Level
from autograder.sandbox.session import Material, Session
from autograder.sandbox.zygote import Zygote

SOLUTIONS = Path(__file__).parents[1] / "solutions"
MEASURED = {"scale", "axis", "normalisation", "mask", "projection", "heads", "cross", "formula"}
EXERCISES = [exercise for assignment in load_course() for exercise in assignment.exercises]
MODELLED = [exercise for exercise in EXERCISES if model_of(exercise)]


Said = Callable[[Exercise, bytes], list[tuple[str, str]]]


@pytest.fixture(scope="session")
def said_about(zygotes: Callable[[Level], Zygote], impatient: Limits) -> Said:
    """Family and name of every mistake that is named; wrong programs run behind the wall, here as everywhere."""

    def said(exercise: Exercise, source: bytes) -> list[tuple[str, str]]:
        material = Material({exercise.file: source}, exercise.file, {})
        with Session(zygotes(choose(None)), material, impatient) as session:
            return [(item.family, item.name) for item in diagnose(exercise, session.ask)]

    return said


def solution_with(exercise: Exercise, code: str) -> bytes:
    text = (SOLUTIONS / exercise.assignment / exercise.file).read_text(encoding="utf-8")
    return f"{text}\n\n{code}\n".encode()


def families(found: Iterable[tuple[str, str]]) -> set[str]:
    return {family for family, _ in found}


def expected_family(specimen: Specimen) -> str | None:
    """In derivations a mistake is one of the formula, whatever the formula is about."""
    return "formula" if specimen.exercise.file == "derivations.py" else specimen.family


def specimens(kind: str) -> list[Specimen]:
    course = load_course()
    return [item for item in read_zoo(course, list(course)) if item.kind == kind]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: f"{exercise.assignment[:2]}.{exercise.name}")
def test_nothing_is_said_about_the_solution(exercise: Exercise, said_about: Said) -> None:
    assert said_about(exercise, solution_with(exercise, "")) == []


@pytest.mark.parametrize("exercise", MODELLED, ids=lambda exercise: f"{exercise.assignment[:2]}.{exercise.name}")
def test_every_fault_of_a_model_is_a_known_mistake_and_shows(exercise: Exercise) -> None:
    model: Any = model_of(exercise)
    places = range(len(model.probes))
    right = [predict(exercise, place, ()) for place in places]
    assert all(not isinstance(item, str) for item in right)
    for single in model.singles:
        assert mistake_name(single[0][1]) in load_mistakes()
        if single[0][1] not in ("by-root-of-d-v", "by-root-of-d-in"):  # the same where the sizes are the same
            assert not all(agrees(predict(exercise, place, single), right[place]) for place in places), single


@pytest.mark.slow
def test_nothing_is_said_about_right_styles(said_about: Said) -> None:
    found = {item.name: said_about(item.exercise, item.source) for item in specimens("style")}
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.slow
def test_wrong_programs_get_the_right_family_or_nothing(said_about: Said) -> None:
    counts: Counter[str] = Counter()
    for item in specimens("wrong"):
        family, said = expected_family(item), families(said_about(item.exercise, item.source))
        counts["all"] += 1
        counts["wrong"] += bool(said - {family})
        if family in MEASURED and item.level == "core":
            counts["measured"] += 1
            counts["right"] += said == {family}
    assert counts["wrong"] <= 0.05 * counts["all"], counts
    assert counts["right"] >= 0.8 * counts["measured"], counts


TEMPLATE = """
class SelfAttention(nn.Module):
    def __init__(self, d_in, d_out_kq, d_out_v):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out_kq))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out_v))

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        scores = {scores} / {scale}
        weights = {weights}
        return {result}
"""
RIGHT = {
    "scores": "q @ k.mT",
    "scale": "k.shape[-1] ** 0.5",
    "weights": "torch.softmax(scores, dim=-1)",
    "result": "weights @ v",
}
FAULTS = [
    ("scale", "scale", "1"),
    ("scale", "scale", "k.shape[-1]"),
    ("scale", "scale", "k.shape[-2] ** 0.5"),
    ("scale", "scale", "(k.shape[-1] / 2)"),
    ("projection", "scores", "k @ q.mT"),
    ("projection", "scores", "q @ q.mT"),
    ("projection", "scores", "k @ k.mT"),
    ("axis", "weights", "torch.softmax(scores, dim=-2)"),
    ("axis", "weights", "torch.softmax(scores, dim=0)"),
    ("axis", "weights", "torch.softmax(scores.flatten(-2), dim=-1).reshape(scores.shape)"),
    ("normalisation", "weights", "scores / scores.sum(-1, keepdim=True)"),
    ("normalisation", "weights", "torch.softmax(scores, dim=-1).softmax(dim=-1)"),
    ("normalisation", "weights", "torch.sigmoid(scores)"),
    ("mask", "weights", "torch.softmax(scores.masked_fill(torch.ones_like(scores).triu(1) > 0, -torch.inf), dim=-1)"),
    ("projection", "result", "weights @ v + v"),
]
PAIRS = [(one, two) for place, one in enumerate(FAULTS) for two in FAULTS[place + 1 :] if one[1] != two[1]]


@pytest.mark.slow
def test_two_mistakes_at_once_are_both_found(said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    counts: Counter[str] = Counter()
    for one, two in PAIRS:
        code = TEMPLATE.format(**RIGHT | {one[1]: one[2], two[1]: two[2]})
        said = families(said_about(exercise, solution_with(exercise, code)))
        counts["both"] += said == {one[0], two[0]}
        counts["wrong"] += bool(said - {one[0], two[0]})
    assert counts["both"] >= 0.7 * len(PAIRS), counts
    assert counts["wrong"] <= 0.02 * len(PAIRS), counts


def test_one_mistake_at_a_time_is_found(said_about: Said) -> None:
    exercise = load_course().exercise("01_self_attention", "SelfAttention")
    for family, part, code in FAULTS:
        source = solution_with(exercise, TEMPLATE.format(**RIGHT | {part: code}))
        assert families(said_about(exercise, source)) == {family}, code


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


def test_mistakes_are_complete() -> None:
    mistakes = load_mistakes()
    assert len(mistakes) > 200
    assert all(item.diagnosis.family in FAMILIES and item.diagnosis.text for item in mistakes.values())


@pytest.mark.parametrize(
    "text", ['[a]\nfamily = "colour"\ntext = "x"\nhint = "y"', '[a]\nfamily = "scale"\nhint = "y"', "not toml"]
)
def test_a_broken_data_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mistakes.toml"
    path.write_text(text)
    with pytest.raises(MistakesError, match=r"mistakes\.toml"):
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
        diagnose(exercise, lambda recipes, report=report: [report for _ in recipes])
    for report in ({}, {"defined": True}, {"defined": True, "calls": [3]}, {"defined": True, "parameters": [[]]}):
        diagnose(exercise, lambda recipes, report=report: [report for _ in recipes])
