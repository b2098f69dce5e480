"""Further checks of a specification: figures, drawn places, other comparisons, and checks by hand after a template."""

from pathlib import Path

import pytest

from autograder.course import CourseError
from tests.helpers.specified_checks import failed, judged, specified

HALF = """
import torch
from hypothesis import strategies as st
from autograder.checking.specs import Drawn, Example, Places, spec

def halved(x, power=1):
    return x / 2**power

spec("half", inputs={{"x": "n"}}, cases=({{}}, {{"power": 2}}), reference=halved, without=("extremes", "longest"),
     more={{
    "printed": Places("a figure", "", 0.1, [Example((torch.tensor([3.0]), 3), torch.tensor([0.375]))]),
    "powers": Drawn("any power", "", 0.1, {{"power": st.integers(0, 4)}}, lambda power: (torch.ones(3), power)),
    "huge": Places("huge numbers", "", 0.1, ((torch.tensor([1e30, -1e30]),),), "robustness", forgives=True),
    {}
}})
"""
HALVED = "import torch\ndef half(x, power=1):\n    return x / 2**power\n"
RESULT = "return x / 2**power"
WRONG_HALVES = {
    "return x / 2**min(power, 2)": {"printed", "powers"},
    "return x / 2**power * (power != 4)": {"powers"},
    "return (x / 2**power).clamp(-1e9, 1e9)": {"huge"},
}


@pytest.mark.parametrize("wrong", WRONG_HALVES)
def test_further_checks_compare_with_a_figure_or_with_the_reference(wrong: str, tmp_path: Path) -> None:
    checks = specified(HALF.format(""))
    assert failed(judged(checks, HALVED, HALVED, tmp_path)) == set()
    assert failed(judged(checks, HALVED, HALVED.replace(RESULT, wrong), tmp_path)) == WRONG_HALVES[wrong]


def test_wrong_plain_values_are_forgiven_where_the_form_is_right(tmp_path: Path) -> None:
    checks = specified(HALF.format(""))
    assert "huge" not in failed(judged(checks, HALVED, HALVED.replace(RESULT, "return x / 3**power"), tmp_path))
    assert "huge" in failed(judged(checks, HALVED, HALVED.replace(RESULT, "return x * 1e30 / 3"), tmp_path))


def test_a_plain_place_says_which_values_are_wrong_already(tmp_path: Path) -> None:
    checks = specified(HALF.format("").replace("forgives=True", "forgives=(torch.tensor([3.0, 5.0]),)"))
    above = HALVED.replace(RESULT, "return (x / 2**power).clamp(-1, 2)")
    assert "huge" not in failed(judged(checks, HALVED, above, tmp_path))
    assert "huge" in failed(judged(checks, HALVED, above.replace("(-1, 2)", "(-3, 3)"), tmp_path))


def test_a_figure_speaks_for_a_solution(tmp_path: Path) -> None:
    checks = specified(HALF.format("").replace("reference=halved, ", ""))
    assert {check.info.id for check in checks if not check.info.from_solution} == {"half.printed"}


def test_a_further_check_takes_the_place_of_a_template(tmp_path: Path) -> None:
    checks = specified(HALF.format('"values": Places("one number", "", 0.3, ((torch.ones(1),),)),'))
    (values,) = [check.info for check in checks if check.info.id == "half.values"]
    assert (values.title, values.points) == ("one number", 0.3)
    assert "values" not in failed(judged(checks, HALVED, HALVED.replace(RESULT, "return x / 2"), tmp_path))


LAYER = """
import torch
from autograder.checking.specs import CheckText, Example, Places, spec

def scaled(x, W, factor=1.0):
    return x @ W * factor

def begins_with_zeros(student):
    weights = student.Scaled(2, 3).reading().construct().weights
    assert not weights["W"].any()

ONES = {"W": torch.ones(1, 1)}
spec("Scaled", inputs={"x": "T d"}, weights={"W": "d k"}, init={"d": "d", "k": "k", "factor": 2.0}, reference=scaled,
     without=("structure", "leaves_alone", "extremes"),
     checks={"names": CheckText(also=(begins_with_zeros,))},
     more={"ones": Places("ones", "", 0.1, [Example((torch.ones(2, 1),), init=(1, 1, 5.0), weights=ONES)]),
           "new": Places("zeros", "", 0.1, [Example((torch.ones(2, 4),), torch.zeros(2, 3), (4, 3, 1.0), seed=1)])})
"""
SCALED = """
import torch
from torch import nn

class Scaled(nn.Module):
    def __init__(self, d, k, factor=1.0):
        super().__init__()
        self.W = nn.Parameter(torch.zeros(d, k))
        self.factor = factor

    def forward(self, x):
        return x @ self.W * self.factor
"""
WRONG_LAYERS = {
    ("self.factor = factor", "self.factor = min(factor, 2.0)"): {"ones"},
    ("torch.zeros(d, k)", "torch.full((d, k), 0.5)"): {"names", "new"},
}


TURNED = SCALED.replace(
    "        self.factor = factor",
    '        self.factor = factor\n        self.register_buffer("turn", torch.polar(torch.ones(()), torch.ones(())))',
).replace("return x @ self.W", "return (x @ self.W * self.turn * self.turn.conj()).real.to(x.dtype)")


def test_complex_buffers_keep_their_imaginary_parts_in_every_dtype(tmp_path: Path) -> None:
    assert failed(judged(specified(LAYER), SCALED, TURNED, tmp_path)) == set()


@pytest.mark.parametrize("edit", WRONG_LAYERS)
def test_a_layer_is_constructed_with_what_an_example_says(edit: tuple[str, str], tmp_path: Path) -> None:
    checks = specified(LAYER)
    assert failed(judged(checks, SCALED, SCALED, tmp_path)) == set()
    assert failed(judged(checks, SCALED, SCALED.replace(*edit), tmp_path)) == WRONG_LAYERS[edit]


COUNTED = """
from hypothesis import strategies as st
from autograder.checking.assertions import require
from autograder.checking.specs import CheckText, Drawn, Places, formula

def letters(word):
    return {letter: word.count(letter) for letter in word}

def same_letters(answer, right):
    require(set(answer.value) == set(right), "other letters")

def same_counts(answer, right):
    require(answer.value == right, "other numbers")

def twice(student):
    require(student.count_letters("aa").value == {"a": 2}, "a word by hand")

formula("count_letters", arguments="word", places=(("tea",), ("tee",)), hint="", reference=letters,
        compare=same_letters, checks={"values": CheckText(also=(twice,))},
        more={"counts": Places("numbers", "", 0.1, (("letter",),), compare=same_counts),
              "any": Drawn("any", "", 0.1, {"size": st.integers(0, 3)}, lambda size: ("ab" * size,))})
"""
LETTERS = "def count_letters(word):\n    return {letter: word.count(letter) for letter in word}\n"
WRONG_LETTERS = {
    "in word[:6]": set(),
    "in word[:2]": {"values", "counts"},
    "in word or ' '": {"any"},
}


@pytest.mark.parametrize("wrong", WRONG_LETTERS)
def test_a_course_compares_what_is_no_number_and_no_tensor(wrong: str, tmp_path: Path) -> None:
    checks = specified(COUNTED)
    assert failed(judged(checks, LETTERS, LETTERS.replace("in word", wrong), tmp_path)) == WRONG_LETTERS[wrong]
    ones = LETTERS.replace("word.count(letter)", "1")
    assert failed(judged(checks, LETTERS, ones, tmp_path)) == {"values", "counts"}


MISUSES = {
    '"a b": Places("", "", 0.1, ()),': "'a b' is no id of a check",
    '"none": Places("", "", 0.1, ()),': "half: none has no places",
}


@pytest.mark.parametrize("item", MISUSES)
def test_a_misuse_of_a_further_check_is_told_in_a_sentence(item: str) -> None:
    with pytest.raises(CourseError, match=MISUSES[item]):
        specified(HALF.format(item))


def test_a_place_of_a_class_says_what_it_is_constructed_with() -> None:
    with pytest.raises(CourseError, match=r"Scaled: ones does not say what the class is constructed with"):
        specified(LAYER.replace("init=(1, 1, 5.0), ", ""))


def test_what_a_template_of_a_formula_also_runs_is_no_other_template() -> None:
    with pytest.raises(CourseError, match="names has a check of its own, so no other check can also run it"):
        specified(COUNTED.replace("also=(twice,)", 'also=("names",)'))
