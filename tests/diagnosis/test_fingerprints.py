"""Answers that equal those of a program of the zoo: when its mistake is named, and when nothing is said."""

import dataclasses
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from autograder.audit.programs import read_programs
from autograder.authoring.record_fingerprints import as_json, learn, run_fingerprints
from autograder.course import Course, CourseError, Limits, load_course
from autograder.course.validation import convert
from autograder.diagnosis import fingerprints
from autograder.diagnosis.claims import shared_name
from autograder.diagnosis.evidence import Value
from autograder.diagnosis.fingerprints import (
    FingerprintEntry,
    entry_of,
    fingerprint_of,
    fingerprints_file,
    is_specific,
    load_fingerprints,
    mistakes_with,
)
from autograder.diagnosis.matching import Ask, diagnose
from autograder.diagnosis.mistakes import load_mistakes
from autograder.diagnosis.predictions import model_of, predict
from tests.helpers.diagnosis import Said, solution_with
from tests.helpers.paths import ROOT

EXERCISE = load_course().exercise("00_warmup", "row_sums")
Enter = Callable[[Mapping[str, str]], None]


def sums_of_squares(x: Tensor) -> Tensor:
    return (x**2 + x).sum(-1)


def program(function: Callable[[Tensor], Any]) -> Ask:
    """What `diagnose` asks a definition of `row_sums`."""

    def answer(recipe: Mapping[str, Any]) -> dict[str, Any]:
        (x,) = recipe["calls"][0]["args"]
        return {"defined": True, "calls": [{"value": function(x)}] * len(recipe["calls"])}

    return lambda recipes: [answer(recipe) for recipe in recipes]


def seen_of(function: Callable[[Tensor], Tensor]) -> list[Value]:
    model = model_of(EXERCISE)
    assert model is not None
    return [(function(probe.request["calls"][0]["args"][0]).double(),) for probe in model.plan.probes]


def said(function: Callable[[Tensor], Any], left_out: str = "") -> list[str]:
    return [item.name for item in diagnose(EXERCISE, program(function), left_out=left_out)]


@pytest.fixture
def enter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Enter]:
    """Let programs with the answers of `sums_of_squares`, and their mistakes, be all that the course knows."""

    def put(programs: Mapping[str, str]) -> None:
        entry = FingerprintEntry(dict(programs), entry_of(EXERCISE, seen_of(sums_of_squares)))
        monkeypatch.setattr(fingerprints, "load_fingerprints", lambda _: {EXERCISE.name: [entry]})
        fingerprints._table.cache_clear()

    yield put
    fingerprints._table.cache_clear()


def test_equal_answers_have_the_mistake_of_the_program(enter: Enter) -> None:
    assert said(sums_of_squares) == []
    enter({"a": "sums-sorted"})
    assert said(sums_of_squares) == ["sums-sorted"]
    assert said(lambda x: sums_of_squares(x).double() + 1e-6) == ["sums-sorted"]


def test_one_other_answer_is_another_program(enter: Enter) -> None:
    enter({"a": "sums-sorted"})
    assert said(lambda x: sums_of_squares(x) + (0.01 if x.ndim == 1 else 0)) == []


@pytest.mark.parametrize(
    ("programs", "expected"),
    [
        ({"a": "sums-sorted", "b": "sums-sorted"}, ["sums-sorted"]),
        ({"a": "mask-nan", "b": "mask-positive"}, ["mask-not-finite"]),
        ({"a": "mask-not-finite", "b": "mask-positive"}, ["mask-not-finite"]),
        ({"a": "sums-sorted", "b": "first-row-only"}, []),
        ({"a": "sums-sorted", "b": ""}, []),
        ({"a": "sums-sorted", "b": "gradients-cut"}, []),
        ({"a": "gradients-cut"}, []),
    ],
)
def test_programs_with_the_same_answers_get_what_is_true_of_all(
    programs: dict[str, str], expected: list[str], enter: Enter
) -> None:
    enter(programs)
    assert said(sums_of_squares) == expected


def test_a_program_can_be_left_out(enter: Enter) -> None:
    enter({"a": "sums-sorted"})
    assert said(sums_of_squares, left_out="a") == []
    enter({"a": "sums-sorted", "b": "sums-sorted"})
    assert said(sums_of_squares, left_out="a") == ["sums-sorted"]


def test_nothing_is_said_of_right_answers(enter: Enter) -> None:
    enter({"a": "sums-sorted"})
    assert said(lambda x: x.sum(-1)) == []
    assert mistakes_with(EXERCISE, [predict(EXERCISE, place, ()) for place in range(5)]) == []


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.sum(-1),
        lambda x: x.sum(-1) + 5e-4,
        lambda x: torch.zeros(x.shape[:-1]),
        lambda x: torch.full(x.shape[:-1], torch.nan),
    ],
    ids=["right", "nearly right", "zeros", "no numbers"],
)
def test_some_answers_could_come_from_many_mistakes(function: Callable[[Tensor], Tensor]) -> None:
    assert is_specific(EXERCISE, seen_of(sums_of_squares))
    assert not is_specific(EXERCISE, seen_of(function))


def test_an_exception_is_no_specific_answer() -> None:
    right = [predict(EXERCISE, place, ()) for place in range(5)]
    assert not is_specific(EXERCISE, ["raised", "raised", *right[2:]])


def test_every_number_of_a_large_answer_counts() -> None:
    x = torch.rand(30, 30, dtype=torch.float64)
    whole = fingerprint_of([(x,)])
    for place in range(0, 900, 7):
        changed = x.clone()
        changed.view(-1)[place] += 0.01
        assert not torch.isclose(fingerprint_of([(changed,)]).numbers, whole.numbers, 1e-4, 1e-4).all()
    assert not torch.isclose(fingerprint_of([(x.roll(16, 1),)]).numbers, whole.numbers, 1e-4, 1e-4).all()


ODD = torch.tensor([-0.0, 1e-9, 123456.78, torch.inf, -torch.inf, torch.nan, 1 / 3], dtype=torch.float64)


def test_an_entry_is_read_as_it_was_written() -> None:
    seen = [*seen_of(sums_of_squares)[:2], "raised", (ODD, torch.tensor(2.0)), predict(EXERCISE, 4, ())]
    answers = entry_of(EXERCISE, seen)
    assert answers[2:] == ["raised", "7;: 0 0 123457 10000 -10000 5000 0.33333 2", "right"]
    read, own = fingerprints._read(EXERCISE, answers), fingerprint_of(seen)
    assert read.shapes == own.shapes
    torch.testing.assert_close(read.numbers, own.numbers, rtol=1e-5, atol=1e-5)


def test_an_answer_may_be_empty() -> None:
    seen = [(torch.zeros(2, 0, dtype=torch.float64),), *(predict(EXERCISE, place, ()) for place in range(1, 5))]
    answers = entry_of(EXERCISE, seen)
    assert answers[0] == "2,0:"
    assert convert({"programs": {}, "answers": answers}, FingerprintEntry).answers == answers
    assert fingerprints._read(EXERCISE, answers).shapes == fingerprint_of(seen).shapes


ENTRY = '{"made_from": "", "exercises": {"row_sums": [{"programs": {"a": "%s"}, "answers": ["%s"]}]}}'
DAMAGED = {
    "half a file": (ENTRY[:40], "is damaged ("),
    "no answer": (ENTRY % ("sums-sorted", "5: x"), "is damaged (exercises.row_sums[0].answers[0]: is '5: x', expected"),
    "no entry": ('{"made_from": "", "exercises": {"row_sums": [1]}}', "is damaged (exercises.row_sums[0]: is 1"),
    "no mistake": (ENTRY % ("sums-sordid", "5: 1"), "names a mistake sums-sordid that the course does not have"),
}


@pytest.mark.parametrize(("text", "sentence"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_gets_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "fingerprints/00_warmup.json"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(CourseError) as caught:
        load_fingerprints("00_warmup", path)
    assert str(caught.value).startswith(f"fingerprints/00_warmup.json: {sentence}")
    assert str(caught.value).endswith("; run `autograder sync`")
    assert "\n" not in str(caught.value)


def test_a_course_needs_no_fingerprints(tmp_path: Path) -> None:
    assert load_fingerprints("00_warmup", tmp_path / "none.json") == {}


@pytest.fixture
def warmup(tmp_path: Path, course: Course) -> Course:
    """A copy of the course with its first part only."""
    for folder in ("00_warmup", "shared/fingerprints", "shared/edits", "shared/probes"):
        shutil.copytree(ROOT / "solutions" / folder, tmp_path / "solutions" / folder)
    for file in ("course.py", "shared/steps.py", "shared/steps_language.py"):
        shutil.copy(ROOT / "solutions" / file, tmp_path / "solutions" / file)
    return dataclasses.replace(course, folder=tmp_path, assignments=(course.assignment("00_warmup"),))


CELL = """
# %% cubed | wrong | values | core | mistake: other-than-sum
# cubes
def row_sums(x):
    return (x**3).sum(-1)
"""
CHANGES = {
    "solutions/00_warmup/programs/row_sums.py": CELL,
    "solutions/00_warmup/warmup.py": "\n",
    "solutions/shared/edits/functions.toml": "\n",
    "solutions/shared/steps.py": "\n",
    "solutions/shared/steps_language.py": "\n",
}


@pytest.mark.parametrize("changed", CHANGES)
def test_a_file_made_from_something_else_is_named(changed: str, warmup: Course) -> None:
    assert run_fingerprints(warmup, check=True) == []
    path = warmup.folder / changed
    path.write_text(path.read_text(encoding="utf-8") + CHANGES[changed], encoding="utf-8")
    assert run_fingerprints(warmup, check=True) == ["solutions/shared/fingerprints/00_warmup.json"]


def test_other_words_for_a_program_change_nothing(warmup: Course) -> None:
    path = warmup.folder / "solutions/00_warmup/programs/row_sums.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("# sorts the sums", "# the sums, sorted"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    assert run_fingerprints(warmup, check=True) == []


@pytest.mark.sandbox
def test_a_new_program_is_learnt(course: Course, limits: Limits) -> None:
    programs = read_programs(course, [course.assignment("00_warmup")], "row_sums")
    chosen = [item for item in programs if item.cell_name in ("absolute", "sorted")]
    right = next(item for item in programs if item.kind == "right")
    learnt = learn([*chosen, right], limits)
    assert list(learnt["row_sums"].values()) == [
        {"absolute": "other-than-sum"},
        {"sorted": "sums-sorted"},
    ]
    assert '{"programs": {"absolute": "other-than-sum"}, "answers": ["' in as_json("", learnt)


@pytest.mark.zoo
def test_the_files_of_this_course_are_made_from_it_as_it_is(course: Course) -> None:
    assert run_fingerprints(course, check=True) == []
    assert sum(fingerprints_file(part.id).stat().st_size for part in course) < 1_500_000


def test_what_gradients_and_devices_show_is_not_named_for_answers() -> None:
    wrong = {name: item for name, item in load_mistakes().items() if item.diagnosis.family in ("autograd", "device")}
    assert [name for name, item in wrong.items() if item.in_answers] == ["table-not-used"]
    assert shared_name(["gradients-cut"]) is None


CLAMPED = """
def masked_softmax(scores, d_k):
    clamped = (scores / d_k**0.5).clamp(-2, 2)
    later = torch.ones_like(clamped, dtype=torch.bool).triu(1)
    return clamped.masked_fill(later, -torch.inf).softmax(-1)
"""


def test_a_program_of_the_zoo_is_recognised_behind_the_wall(course: Course, said_about: Said) -> None:
    exercise = course.exercise("02_causal", "masked_softmax")
    assert said_about(exercise, solution_with(exercise, CLAMPED)) == [("stability", "scores-clamped")]
