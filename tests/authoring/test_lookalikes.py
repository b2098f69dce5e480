"""What a wrong result looks like: learnt from wrong programs, recognised in the handout, only where it is certain."""

import dataclasses
import json
import shutil

import pytest
import torch
from torch import tensor

from assignments._support.lookalikes import DATA, lookalike_of
from assignments._support.prints import alike, print_of
from autograder.audit.programs import Program, read_programs
from autograder.authoring.lookalikes import (
    describe_result,
    edited_solutions,
    own_hint,
    run_lookalikes,
    run_public_tests,
    with_edit,
)
from autograder.course import Course, load_course
from autograder.diagnosis.mistakes import load_mistakes
from tests.helpers.lookalikes import difference
from tests.helpers.paths import ROOT

TEST = "test_causal.py::test_masked_softmax_by_hand"
SCORES = tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])


def program(
    course: Course, name: str, text: str, family: str, body: str = "return 1", mistake: str | None = None
) -> Program:
    code = f"def masked_softmax(scores, d_k):\n    {body}\n"
    exercise = course.exercise("02_causal", "masked_softmax")
    return Program("wrong", name, exercise, text, code, code.encode(), family, "core", mistake)


def test_softmax_over_the_queries_is_recognised_by_its_numbers():
    hidden = torch.ones(3, 3, dtype=torch.bool).triu(1)
    got = (SCORES / 2**0.5).masked_fill(hidden, -torch.inf).softmax(dim=-2)
    found = lookalike_of("02_causal", TEST, difference(got))
    assert "softmax over the queries" in found.text
    assert found.hint.startswith("Which entries should sum to 1?")


@pytest.mark.parametrize("got", [torch.eye(3) * 0.7, torch.zeros(3, 3), torch.full((3, 3), torch.nan), None, [1.0]])
def test_what_no_known_program_returns_looks_like_nothing(got):
    assert lookalike_of("02_causal", TEST, difference(got)) is None


def test_a_part_without_data_does_without():
    assert lookalike_of("99_unknown", TEST, difference(torch.eye(3))) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (tensor([1.0, 2.0]), tensor([2.0, 1.0])),
        (tensor([1.0, 2.0]), tensor([[1.0, 2.0]])),
        (tensor([1.0]), tensor([1])),
        (tensor([1.0, torch.nan]), tensor([1.0, 0.0])),
        (tensor([torch.inf]), tensor([-torch.inf])),
        (15, 16),
        ([1, 2], [1, 3]),
        ([[1, 2], [3]], [[1], [2, 3]]),
        ([[1, 2]], [1, 2]),
        ({"a": 1}, {"a": 2}),
    ],
)
def test_different_results_have_different_prints(one, other):
    assert not alike(print_of(one), print_of(other))
    assert alike(print_of(one), print_of(one))


def test_the_last_bits_do_not_matter():
    assert alike(print_of(torch.ones(6, 6) / 3), print_of(torch.ones(6, 6) / 3 + 1e-6))


def test_the_data_holds_prints_and_words_and_no_program():
    files = sorted(DATA.glob("*.json"))
    assert [file.stem for file in files] == [part.id for part in load_course()]
    for file in files:
        known = json.loads(file.read_text(encoding="utf-8"))
        assert set(known) == {"made_from", "hints", "tests"}
        for calls in known["tests"].values():
            for entry in (entry for entries in calls.values() for entry in entries):
                assert set(entry) - {"hint"} == {"text", "family", "print"}
                assert "\n" not in entry["text"]
                assert len(entry["print"]) == 4


def test_of_reasons_that_exclude_each_other_none_is_named(course):
    one = program(course, "a", "no scale", "scale")
    other = program(course, "b", "hides the past", "mask", "return 1 + 1")
    assert describe_result([one, other]) is None


def test_many_reasons_of_one_family_are_that_family(course):
    many = [program(course, str(number), f"reason {number}", "scale") for number in range(5)]
    assert describe_result(many) == ("a mistake of the scale", "scale")


def test_programs_with_one_mistake_are_described_as_the_page_describes_it(course):
    same = [program(course, name, f"as {name} makes it", "mask", mistake="no-mask") for name in "ab"]
    said = load_mistakes()["no-mask"].at("masked_softmax").text
    assert describe_result(same) == (said, "mask")
    other = program(course, "c", "as c makes it", "mask", mistake="diagonal-masked")
    assert describe_result([*same, other]) == ("a mistake of the mask", "mask")


def test_many_different_reasons_are_none(course):
    families = ["scale", "mask", "axis", "values", "shape"]
    assert describe_result([program(course, name, f"about {name}", name) for name in families]) is None


def test_a_program_made_to_fool_checks_is_no_reason_where_a_plain_one_does_the_same(course):
    plain = program(course, "plain", "no scale", "scale")
    cunning = program(course, "cunning", "fools small sizes", "mask", "return 1 if len(scores) < 9 else 2")
    assert describe_result([plain, cunning]) == ("no scale", "scale")


@pytest.mark.full
@pytest.mark.process
def test_a_new_wrong_program_is_learnt(course, tmp_path):
    for name in ("assignments", "solutions"):
        shutil.copytree(ROOT / name / "00_warmup", tmp_path / name / "00_warmup")
    for name in ("assignments/_support", "solutions/shared"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("assignments/conftest.py", "pyproject.toml", "course.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    warmup = dataclasses.replace(course, folder=tmp_path, assignments=(course.assignment("00_warmup"),))
    run_lookalikes(warmup, check=False)
    assert run_lookalikes(warmup, check=True) == []
    new = tmp_path / "solutions/00_warmup/programs/row_sums__new.py"
    new.write_text(
        "# %% shifted | wrong | values | core | mistake: constant-in-denominator\n# adds 41 to each sum\n"
        "#-     return x.sum(dim=-1)\n#+     return x.sum(dim=-1) + 41\n"
    )
    data = "assignments/_support/wrong_results/00_warmup.json"
    assert run_lookalikes(warmup, check=True) == [data]
    assert "adds 41" not in (tmp_path / data).read_text(encoding="utf-8")
    run_lookalikes(warmup, check=False)
    assert "adds 41 to each sum" in (tmp_path / data).read_text(encoding="utf-8")


@pytest.mark.process
def test_a_program_that_changes_the_default_device_changes_no_result_of_a_later_one(course):
    part = course.assignment("02_causal")
    names = ("causal_mask__default_device", "CausalSelfAttention__no_scale")
    first, second = [item for item in read_programs(course, [part]) if item.key in names][::-1]
    assert (first.key, second.key) == names

    def results(*programs):
        rows = run_public_tests(course, part, {item.key: (item.exercise, item.source) for item in programs})
        return [(row["test"], row["print"]) for row in rows if second.key in row["programs"]]

    alone = results(second)
    assert alone
    assert results(first, second) == alone


@pytest.mark.process
def test_an_edited_solution_is_run_with_its_edit(course):
    part, exercise = course.assignment("04_cross"), course.exercise("04_cross", "n_params_cross")
    edited = {f"n_params_cross__{place}": item for place, item in enumerate(edited_solutions(exercise)[:2])}
    sources = {name: (exercise, with_edit(item)) for name, item in edited.items()}
    found = {name for row in run_public_tests(course, part, sources) for name in row["programs"]}
    assert found == set(edited)


def test_a_mistake_with_a_hint_of_its_own_brings_it_and_two_mistakes_that_of_the_exercise(course):
    programs = {item.key: item for item in read_programs(course, [course.assignment("06_language_model")])}
    unbiased, other = programs["LayerNorm__unbiased"], programs["LayerNorm__spread_kept"]
    hint = "What does the documentation of torch.var say about its divisor?"
    assert own_hint([unbiased], "normalisation") == {"hint": hint}
    both = own_hint([unbiased, other], "normalisation")["hint"]
    assert both.startswith("While the weight is 1 and the bias 0")
    axes = [programs["LayerNorm__over_tokens"], programs["LayerNorm__squeezed"]]
    assert own_hint(axes, "axis") == {}, "without a hint in the exercise, that of the family is in the file already"
