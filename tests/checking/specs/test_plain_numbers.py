"""`count` and `formula` register checks, and each rejects the mistake that it is there for."""

from pathlib import Path

import pytest

from autograder.course import CourseError
from tests.helpers.specified_checks import failed, judged, specified

TEXT = """
from autograder.checking.specs import CheckText, count

def pairs(T, h):
    return T * (T + 1) // 2 * h

count("n_pairs", arguments="T h", places=((5, 3), (2, 7)), large=((100_003, 2),), hint="Count.", {})
"""
RIGHT = "def n_pairs(T, h):\n    return T * (T + 1) // 2 * h\n"
MISTAKES = {
    "unequal_sizes": "def n_pairs(T, h):\n    return T * (T - 1) // 2 * h\n",
    "any_sizes": "def n_pairs(T, h):\n    return T * (T + 1) // 2 * h + (T == 1)\n",
    "large_sizes": "def n_pairs(T, h):\n    return T * (T + 1) // 2 * h % 2**31\n",
    "names": "def n_pairs(T, heads):\n    return T * (T + 1) // 2 * heads\n",
}


@pytest.mark.parametrize("template", MISTAKES)
def test_each_template_rejects_its_mistake(template: str, tmp_path: Path) -> None:
    checks = specified(TEXT.format("reference=pairs"))
    assert [check.info.id.split(".")[1] for check in checks] == list(MISTAKES)
    assert [check.info.points for check in checks] == [0.4, 0.4, 0.12, 0.08]
    assert failed(judged(checks, RIGHT, RIGHT, tmp_path)) == set()
    assert template in failed(judged(checks, RIGHT, MISTAKES[template], tmp_path))


def test_without_a_reference_the_solution_says_what_is_right(tmp_path: Path) -> None:
    text = """
from autograder.checking.specs import count
count("n_qkv_weights", arguments="embed_dim", places=((7,), (5,)), large=((100_003,),), hint="Count.")
"""
    checks = specified(text)
    assert all(check.info.from_solution for check in checks)
    right = "def n_qkv_weights(embed_dim):\n    return 3 * embed_dim**2\n"
    assert failed(judged(checks, right, right, tmp_path)) == set()
    assert "any_sizes" in failed(judged(checks, right, right.replace("3 *", "4 *"), tmp_path))


MISUSES = {
    'checks={"values": CheckText()}': "n_pairs: no template is called 'values'; there are unequal_sizes, any_sizes",
    'ranges={"d": (1, 3)}': "ranges names 'd', which is no argument",
}


@pytest.mark.parametrize("options", MISUSES)
def test_a_misuse_is_told_in_a_sentence(options: str) -> None:
    with pytest.raises(CourseError, match=MISUSES[options]):
        specified(TEXT.format(options))


def test_a_place_with_another_number_of_sizes_is_told() -> None:
    with pytest.raises(CourseError, match=r"\(5, 3\) has 2 values for the 1 arguments T"):
        specified(TEXT.format("").replace('"T h"', '"T"'))


MASK = """
import torch
from hypothesis import strategies as st
from autograder.checking.specs import CheckText, Places, formula

def hidden(T):
    return torch.ones(T, T, dtype=torch.bool).triu(1)

formula("mask", arguments="T", places=((7,), (3,), (11,)), drawn={"T": st.integers(1, 9)}, device=True, hint="Draw it.",
        reference=hidden, more={"alone": Places("one token sees itself", "Draw it.", 0.1, ((1,),))})
"""
RIGHT_MASK = """
import torch
kept = {}
def mask(T, device=None):
    places = torch.arange(T, device=device)
    return places > places[:, None]
"""
RESULT = "return places > places[:, None]"
WRONG_MASKS = {
    "values": (RESULT, "return places >= places[:, None]"),
    "any_values": (RESULT, "return (places > places[:, None]) & (T != 2)"),
    "alone": (RESULT, "return (places > places[:, None]) if T > 1 else places == 0"),
    "device": ("device=device)", "device=None)"),
    "repeated": (RESULT, "return kept.setdefault(T % 2, places > places[:, None])"),
    "names": ("def mask(T, device=None):", "def mask(T, where=None):\n    device = where"),
}


@pytest.mark.parametrize("template", WRONG_MASKS)
def test_each_template_of_a_formula_rejects_its_mistake(template: str, tmp_path: Path) -> None:
    checks = specified(MASK)
    assert {check.info.id.split(".")[1] for check in checks} == set(WRONG_MASKS)
    assert failed(judged(checks, RIGHT_MASK, RIGHT_MASK, tmp_path)) == set()
    old, new = WRONG_MASKS[template]
    assert RIGHT_MASK.count(old) == 1
    assert template in failed(judged(checks, RIGHT_MASK, RIGHT_MASK.replace(old, new), tmp_path))


SHARES = """
import torch
from autograder.checking.specs import formula
formula("first", arguments="T factor", places=((3, 0.5), (4, 0.25)), far=((1, 0.5), (2, 0.5)), dtype=torch.float64,
        hint="", reference=lambda T, factor: torch.tensor([1.0] + [0.0] * (T - 1)), {})
"""
RIGHT_SHARES = """
import torch
def first(T, factor):
    return torch.eye(T, dtype=torch.float64)[0]
"""


@pytest.mark.parametrize("wrong", ["torch.int64", "torch.float32"])
def test_a_wrong_dtype_costs_one_check(wrong: str, tmp_path: Path) -> None:
    checks = specified(SHARES.format(""))
    assert failed(judged(checks, RIGHT_SHARES, RIGHT_SHARES, tmp_path)) == set()
    assert failed(judged(checks, RIGHT_SHARES, RIGHT_SHARES.replace("torch.float64", wrong), tmp_path)) == {
        "far_values"
    }


NUMBERS = """
from autograder.checking.specs import formula
formula("both", arguments="a b", places=((3, 5), (7, 2)), far=((0.001, 3e6),), hint="",
        reference=lambda a, b: (a, a / b))
"""


def test_a_tuple_is_compared_number_by_number_and_to_its_digits(tmp_path: Path) -> None:
    right = "def both(a, b):\n    return a, a / b\n"
    checks = specified(NUMBERS)
    assert failed(judged(checks, right, right, tmp_path)) == set()
    assert failed(judged(checks, right, right.replace("a / b", "b / a"), tmp_path)) == {"values", "far_values"}
    assert failed(judged(checks, right, right.replace("a / b", "round(a / b, 7)"), tmp_path)) == {"far_values"}


FORMULA_MISUSES = {
    'checks={"unequal_sizes": CheckText()}': "'unequal_sizes'; there are values, far_values, names",
    'drawn={"T": 3}': "first: drawn says how to draw T, not T, factor",
    'checks={"any_values": CheckText()}': "no template is called 'any_values'",
}


@pytest.mark.parametrize("options", FORMULA_MISUSES)
def test_a_misuse_of_a_formula_is_told_in_a_sentence(options: str) -> None:
    with pytest.raises(CourseError, match=FORMULA_MISUSES[options]):
        specified(SHARES.format(options).replace("import formula", "import CheckText, formula"))


def test_a_place_with_too_many_values_is_told() -> None:
    with pytest.raises(CourseError, match=r"\(3, 0.5\) has 2 values for the 1 arguments T"):
        specified(SHARES.format("").replace('"T factor"', '"T"'))
