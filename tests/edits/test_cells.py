"""Cells: what a head says, and one sentence for each mistake in a file of programs."""

import pytest

from autograder.course import CourseError
from autograder.edits.cells import MAX_FILE_LINES, Definitions, parse_cells
from autograder.edits.patch import PatchError

FAMILIES = ("scale", "axis")
FILE = """# Programs of double.

# %% by_sum | right
# adds the number to itself
def double(x):
    result = x + x
    return result

# %% triple | wrong | scale | core | mistake: factor-three
# three times
#-     return 2 * x
#+     return 3 * x

# %% squared | wrong | scale | core | mistake: squared | of: by_sum
# the square
import math
#-     result = x + x
#+     result = math.prod([x, x])
"""
SOLUTION = 'def double(x):\n    """Twice x."""\n    return 2 * x\n'


def cells(text: str = FILE):
    return parse_cells(text, FAMILIES)


def result_of(name: str) -> float:
    """What the program of a cell makes of 5."""
    own = {cell.name: cell for cell in cells()}
    scope: dict[str, object] = {}
    exec(Definitions("double", SOLUTION, cells()).code(own[name]), scope)
    return scope["double"](5)


def test_a_cell_has_a_name_a_kind_and_words() -> None:
    right, triple, _ = cells()
    assert (right.name, right.kind, right.text, right.line) == ("by_sum", "right", "adds the number to itself", 3)
    assert (triple.family, triple.level, triple.mistake) == ("scale", "core", "factor-three")


def test_a_whole_definition_a_patch_of_the_solution_and_one_of_a_right_cell() -> None:
    assert [result_of(name) for name in ("by_sum", "triple", "squared")] == [10, 15, 25]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("| right", "| rigth", "cell by_sum: kind: is 'rigth', expected one of"),
        ("| right", "| right | scale", "cell by_sum: the head must be"),
        ("| scale | core", "| scales | core", "cell triple: family: is 'scales', expected one of"),
        ("| scale | core", "| scale | kernel", "cell triple: level: is 'kernel', expected one of"),
        ("| scale | core | mistake: factor-three", "| scale | core", "cell triple: the head must be"),
        ("mistake: factor-three", "mistaek: factor-three", "cell triple: the head must be"),
        ("by_sum | right", "by sum | right", "line 3: a cell begins with its name"),
        ("# three times\n", "", "cell triple: the next line must say in words what the program does"),
        ("#-     return 2 * x\n#+     return 3 * x\n", "", "cell triple: has neither a patch"),
        ("#-     return 2 * x\n", "", "cell triple: a hunk begins with `#+`"),
        ("return result", "return (", r"no valid Python"),
        ("# Programs of double.", "import torch", "line 1: code before the first cell"),
        ("# Programs of double.", "#\n" * MAX_FILE_LINES, f"and {MAX_FILE_LINES} are allowed"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence(old: str, new: str, sentence: str) -> None:
    with pytest.raises(CourseError) as caught:
        cells(FILE.replace(old, new))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("base", ["triple", "nobody"])
def test_a_patch_is_of_the_solution_or_of_a_right_cell_with_a_whole_definition(base: str) -> None:
    own = cells(FILE.replace("of: by_sum", f"of: {base}"))
    with pytest.raises(PatchError, match=f"`of: {base}` names no right cell"):
        Definitions("double", SOLUTION, own).code(own[-1])


def test_a_patch_that_the_solution_has_outgrown_is_named() -> None:
    own = cells()
    with pytest.raises(PatchError, match="`return 2 . x` does not occur in the right program"):
        Definitions("double", SOLUTION.replace("2 * x", "x * 2"), own).code(own[1])
