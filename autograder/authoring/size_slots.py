"""Slots for each student's sizes in the texts of exercises. Drawing the sizes is in `variants`, which grading needs."""

from collections.abc import Mapping
from dataclasses import replace

from autograder.authoring.cells import Cell, Source
from autograder.course import Assignment
from autograder.variants.sizes import Sizes

SIZES_TEXT = "**Your sizes:** {}.\nWork it out on paper, then let your function say it."


def add_size_slots(source: Source, assignment: Assignment) -> Source:
    """Add a slot for the student's sizes at the end of each exercise text that asks about sizes."""
    with_sizes = {exercise.name for exercise in assignment.of_file(source.file) if exercise.sizes}
    lines = source.lines
    for cell in reversed(source.cells):
        if cell.exercise in with_sizes:
            text = ["", *SIZES_TEXT.format(_slot(assignment.id, cell.exercise)).splitlines()]
            end = _end_of_text(cell)
            lines[end:end] = [f"# {line}".rstrip() for line in text]
    return replace(source, text="\n".join(lines))


def fill_size_slots(content: bytes, sizes: Mapping[str, Sizes], assignment: Assignment) -> bytes:
    """Replace the slots of a file by a student's sizes, in characters that mean the same in Python and in JSON."""
    for exercise, own in sizes.items():
        text = ", ".join(f"`{name} = {size}`" for name, size in own.items())
        content = content.replace(_slot(assignment.id, exercise).encode(), text.encode())
    return content


def _slot(assignment: str, exercise: str) -> str:
    return f"<sizes of {assignment}.{exercise}>"


def _end_of_text(cell: Cell) -> int:
    """Return how many lines of the file come before the end of the cell's text."""
    return [number for number, line in enumerate(cell.lines, start=cell.line) if line.startswith("#")][-1]
