"""What is said about a plain `assert` that failed."""

from pathlib import Path

import pytest

from assignments._support.asserting import Compared, difference_of


@pytest.mark.parametrize(
    ("operator", "left", "right", "got", "expected"),
    [
        ("==", 2, 3, "2", "3"),
        ("!=", [1, 2], [1, 2], "[1, 2]", "anything but [1, 2]"),
        (">=", 2, 3, "2", "at least 3"),
        ("in", 3, [1, 2], "[1, 2]", "something that contains 3"),
    ],
)
def test_each_comparison_says_what_it_expects(tmp_path: Path, operator, left, right, got, expected) -> None:
    file = tmp_path / "test_part.py"
    file.write_text(f"def test(student):\n    assert student.f() {operator} x\n")
    difference = difference_of(AssertionError(), str(file), 2, Compared(operator, left, right))
    assert difference is not None
    assert (str(difference.got), str(difference.expected)) == (got, expected)


def test_a_gradient_that_is_none_is_no_result_that_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "test_part.py"
    file.write_text('def test(student):\n    assert weight.grad is not None, f"{name} gets no gradient"\n')
    error = AssertionError("W_value gets no gradient\nassert None is not None")
    difference = difference_of(error, str(file), 2, Compared("is not", None, None))
    assert difference is not None
    said = (difference.kind, str(difference.got), str(difference.expected), difference.where)
    assert said == ("wrong gradient", "no gradient", "a gradient", "W_value gets no gradient")
