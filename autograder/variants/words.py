"""How a student's sizes are told: in the text of the exercise, and when it was graded."""

from collections.abc import Mapping
from dataclasses import replace

from autograder.authoring.cells import Cell, Source
from autograder.course import Assignment
from autograder.variants.draw import Sizes

TOLD = "**Your sizes:** {}.\nWork it out on paper, then let your function say it."


def with_slots(source: Source, assignment: Assignment) -> Source:
    """A file that says, at the end of each text that has sizes, where a student's own go."""
    asked = {exercise.name for exercise in assignment.of_file(source.file) if exercise.sizes}
    lines = source.lines
    for cell in reversed(source.cells):
        if cell.exercise in asked:
            told = ["", *TOLD.format(_slot(assignment.id, cell.exercise)).splitlines()]
            end = _end_of_text(cell)
            lines[end:end] = [f"# {line}".rstrip() for line in told]
    return replace(source, text="\n".join(lines))


def filled(text: bytes, sizes: Mapping[str, Sizes], assignment: Assignment) -> bytes:
    """A file with a student's sizes in its slots; in letters that mean the same in Python and in JSON."""
    for exercise, own in sizes.items():
        told = ", ".join(f"`{name} = {size}`" for name, size in own.items())
        text = text.replace(_slot(assignment.id, exercise).encode(), told.encode())
    return text


def _slot(assignment: str, exercise: str) -> str:
    return f"<sizes of {assignment}.{exercise}>"


def _end_of_text(cell: Cell) -> int:
    """How many lines of the file come before the end of the cell's text."""
    written = [number for number, line in enumerate(cell.lines, start=cell.line) if line.startswith("#")]
    return written[-1]
