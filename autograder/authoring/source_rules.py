"""Checks that a stub can be generated from a solution file; every problem is reported with its line."""

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise

from autograder.authoring.cells import HEADS, PICTURE, Cell, Source

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


Problem = tuple[int, str]  # the number of a line, and a sentence


def find_problems(source: Source, exercises: Sequence[str]) -> Iterator[str]:
    """Yield one sentence for each problem, in order of the lines.

    Args:
        source: the solution file.
        exercises: those that the course has in this file, in order.
    """
    in_marks = [problem for cell in source.cells for problem in _in_marks(cell)]
    problems = [*in_marks, *_in_cells(source), *_in_headings(source, exercises), *_in_pictures(source)]
    for line, sentence in sorted(problems):
        yield f"{source.label}:{line}: {sentence}"


def _in_marks(cell: Cell) -> Iterator[Problem]:
    opened = 0  # the line of the mark that begins the current region
    for number, line in enumerate(cell.lines, start=cell.line):
        if "BEGIN SOLUTION" not in line and "END SOLUTION" not in line:
            continue
        if line.strip() not in (BEGIN, END):
            yield number, f"a mark stands alone in its line and reads `{BEGIN}` or `{END}`"
        if "BEGIN SOLUTION" in line:
            if opened:
                yield number, f"`{BEGIN}` inside of the region that begins in line {opened}"
            opened = number
        elif not opened:
            yield number, f"`{END}` without a `{BEGIN}` in front of it"
        else:
            opened = 0
    if opened:
        yield opened, f"`{BEGIN}` without an `{END}`"


def _in_cells(source: Source) -> Iterator[Problem]:
    """Check that every exercise has a code cell with a solution to remove, and that no other cell has marks."""
    cells = source.cells
    if not cells or cells[0].line != 2 or not cells[0].text.startswith("# "):
        yield 1, "the file begins with a markdown cell, and that with a title (`# # …`)"
    before = [None, *cells]
    for previous, cell in zip(before, cells, strict=False):
        exercise = previous.exercise if previous is not None else None
        if exercise is not None and not cell.markdown and not cell.picture:
            yield from _in_code(cell, exercise)
        elif (offset := _first_mark(cell)) is not None:
            yield cell.line + offset, "marks belong into the code cell right behind the heading of an exercise"
    for previous, cell in pairwise([*cells, Cell(markdown=True, line=0, lines=())]):
        if previous.exercise is not None and (cell.markdown or cell.picture):
            yield previous.line, f"no code cell follows the heading of `{previous.exercise}`"


def _in_code(cell: Cell, exercise: str) -> Iterator[Problem]:
    if _first_mark(cell) is None:
        yield cell.line, f"the cell of `{exercise}` leaves nothing to write: it has no `{BEGIN}`"
    try:
        body = ast.parse(cell.text).body
    except SyntaxError as error:
        yield cell.line + (error.lineno or 1) - 1, f"no Python: {error.msg}"
        return
    defined = [node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    if exercise not in defined:
        yield cell.line, f"the cell of `{exercise}` does not define it"


def _in_pictures(source: Source) -> Iterator[Problem]:
    """Check the first line of every cell, and that pictures are comments that contain Python."""
    for cell in source.cells:
        if cell.head not in HEADS:
            yield cell.line - 1, f"a cell begins with one of {', '.join(f'`{head}`' for head in HEADS)}"
        if not cell.picture:
            continue
        for number, line in enumerate(cell.lines, start=cell.line):
            if line.strip() and not line.startswith("#"):
                yield number, f"behind `{PICTURE}` every line is a comment, so that the file does not run it"
        try:
            ast.parse(cell.text)
        except SyntaxError as error:
            yield cell.line + (error.lineno or 1) - 1, f"no Python: {error.msg}"


def _first_mark(cell: Cell) -> int | None:
    return next((offset for offset, line in enumerate(cell.lines) if "BEGIN SOLUTION" in line), None)


def _in_headings(source: Source, exercises: Sequence[str]) -> Iterator[Problem]:
    headings = [(cell, cell.exercise) for cell in source.cells if cell.exercise is not None]
    for cell, name in headings:
        if name not in exercises:
            unknown = f"`{name}` is no exercise of the course in this file"
            yield cell.line, f"{unknown}; name it in course.toml"
        if cell.effort is None:
            yield cell.line + 1, f"below the heading of `{name}` stands `*difficulty: ●○○ · about 5 minutes*`"
    names = [name for _, name in headings]
    for name in exercises:
        if names.count(name) != 1:
            yield 1, f"`{name}` has {names.count(name)} headings, not 1 (`# ## `{name}``)"
    expected = [(cell, name) for cell, name in headings if name in exercises]
    if any(exercises.index(one) > exercises.index(other) for (_, one), (_, other) in pairwise(expected)):
        yield expected[0][0].line, "the exercises stand in another order than in the course"
