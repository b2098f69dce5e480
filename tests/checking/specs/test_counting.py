"""`count` registers four checks, and each rejects the mistake that it is there for."""

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
    with pytest.raises(CourseError, match=r"\(5, 3\) has 2 sizes for the 1 arguments T"):
        specified(TEXT.format("").replace('"T h"', '"T"'))
