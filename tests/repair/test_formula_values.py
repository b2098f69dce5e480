"""Formulas are computed without being run, so that the edit that makes one right is tried first."""

import ast
import textwrap

import pytest

from autograder.repair.formula_values import POINTS, definitions_in, edits_to_right_formulas, formula_values
from autograder.repair.source import Edit, ParsedText, Span


def values(code: str) -> tuple[float, ...] | None:
    return formula_values(definitions_in(ast.parse(textwrap.dedent(code))), "count")


def test_a_formula_has_the_values_that_python_gives_it() -> None:
    code = '''
        def each(size: int) -> int:
            return size * size + size

        def count(width: int, heads: int) -> float:
            """A count."""
            total, half = 0, width / 2
            for _ in range(heads):
                total += each(size=width) - -3
            total -= width // heads % 7
            return int(total + half**2)
    '''
    module: dict[str, object] = {}
    exec(textwrap.dedent(code), module)
    count = module["count"]
    assert callable(count)
    assert values(code) == tuple(count(*point[:2]) for point in POINTS)


@pytest.mark.parametrize(
    "body",
    [
        "return width + unknown",
        "return [width]",
        "while True: pass",
        "return width if heads else 1",
        "return width**heads",
        "return 10.0**8 * 10.0**8 * width",
        "return count(width, heads)",
        "return count(width)",
        "return width / 0",
        "return True",
        "width += 1",
        "for number in range(width * width): total = number\n    return total",
        "for number in range(0.5): pass\n    return 1",
        "return open(width)",
    ],
)
def test_what_is_more_than_short_arithmetic_has_no_values(body: str) -> None:
    assert values(f"def count(width, heads):\n    {body}\n") is None


def test_edits_that_make_a_formula_right_are_found() -> None:
    text = ParsedText(
        "LATER = 1\n\n\ndef count(width, heads):\n    biases = width\n    return width * width + biases\n"
    )
    right = Edit("factor", 2, 3, Span(5, 13, 5, 18), "width", "2 * width")
    same = Edit("factor", 2, 3, Span(6, 27, 6, 33), "biases", "(biases + biases)")
    wrong = Edit("factor", 2, 3, Span(5, 13, 5, 18), "width", "3 * width")
    outside = Edit("constant", 1, 3, Span(1, 8, 1, 9), "1", "2")
    donor = "def count(width, heads):\n    return width * (width + 2)\n"
    edits = [right, same, wrong, outside]
    assert edits_to_right_formulas(text, edits, "count", ["x = 1", donor]) == {right, same}
    assert not edits_to_right_formulas(text, edits, "count", ["def count(x):\n    return [x]\n"])
    assert not edits_to_right_formulas(text, edits, "other", [donor])
