"""Prepares a submitted notebook for formgrader. Runs in the process that parses notebooks, which may crash.

Like nbgrader's own autograding before it runs a notebook, this clears outputs, restores the text of locked cells, and
removes the name of the earlier of two cells with one name. The check cells then show what the hidden checks found.
Markup that formgrader would run in its own page, with the instructor's rights, is turned into text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.course import Assignment

TAG = re.compile(r"<(?=[A-Za-z/!?])")
METADATA = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


@dataclass(frozen=True)
class ReleasedCell:
    """A cell as it was released, from nbgrader's gradebook."""

    name: str
    kind: str  # code or markdown
    text: str
    checksum: str | None
    locked: bool
    points: float | None  # None if it is not graded
    solution: bool
    task: bool

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata that nbgrader keeps in the cell."""
        values = {"grade_id": self.name, "schema_version": 3, "locked": self.locked, "solution": self.solution}
        values |= {"grade": self.points is not None and not self.task, "task": self.task}
        values |= {"points": self.points} if self.points is not None else {}
        return values | ({"checksum": self.checksum} if self.checksum else {})


def released_cells(book: Any, assignment: Assignment) -> list[ReleasedCell]:
    """Return an assignment's cells in order of the released notebook.

    They come from nbgrader's gradebook; if nbgrader has generated nothing, they are the check cells of this course.
    """
    notebook = book.find_notebook(assignment.id, assignment.id)
    points = {cell.name: float(cell.max_score) for cell in [*notebook.grade_cells, *notebook.task_cells]}
    solutions = {cell.name for cell in notebook.solution_cells}
    tasks = {cell.name for cell in notebook.task_cells}
    released = {
        cell.name: ReleasedCell(
            cell.name,
            str(cell.cell_type),
            cell.source or "",
            cell.checksum,
            bool(cell.locked),
            points.get(cell.name),
            cell.name in solutions,
            cell.name in tasks,
        )
        for cell in notebook.source_cells
    }
    return list((_check_cells(assignment) | released).values())


def _check_cells(assignment: Assignment) -> dict[str, ReleasedCell]:
    """Return the check cells as `autograder nbgrader build` generates them."""
    return {
        exercise.name: ReleasedCell(
            exercise.name,
            "code",
            f'check("{exercise.name}", must_pass=True)',
            None,
            locked=True,
            points=exercise.points,
            solution=False,
            task=False,
        )
        for exercise in assignment.exercises
    }


@dataclass(frozen=True)
class SanitizedNotebook:
    """The notebook, and the names of manually graded answers that are unchanged since release."""

    text: str
    unanswered: frozenset[str]


def sanitize(notebook: bytes, released: Sequence[ReleasedCell], comments: Mapping[str, str]) -> SanitizedNotebook:
    """Restore nbgrader's cells with our comments as their outputs; all other cells have no outputs.

    Args:
        notebook: the submitted file.
        released: the cells of the assignment.
        comments: what the check cell of each exercise shows (`cell_comments`).
    """
    import nbformat  # noqa: PLC0415 - only where there are notebooks

    tree = nbformat.reads(notebook.decode("utf-8-sig"), as_version=4)  # type: ignore[no-untyped-call]
    pending = {cell.name: cell for cell in released}
    unanswered: set[str] = set()
    for cell in reversed(tree.cells):  # of two cells with one name, the later one has it
        original = pending.pop(_name(cell), None)
        _clear(cell)
        if original is not None:
            _restore(cell, original, comments.get(original.name, ""))
            if original.solution and original.points is not None and _checksum(cell) == original.checksum:
                unanswered.add(original.name)
        if original is None or not original.locked:
            _neutralize(cell)
    deleted = [cell for cell in released if cell.name in pending and cell.locked and cell.points is not None]
    tree.cells += [_new_cell(cell, comments.get(cell.name, "")) for cell in deleted]
    tree.metadata = type(tree)(METADATA)
    for number, cell in enumerate(tree.cells, start=1):
        cell.id = f"cell-{number}"  # ids get into the page, and the student could choose them
    return SanitizedNotebook(str(nbformat.writes(tree, version=4)), frozenset(unanswered))  # type: ignore[no-untyped-call]


def _name(cell: Any) -> str:
    metadata = cell.metadata.get("nbgrader", {})
    name = metadata.get("grade_id", "") if isinstance(metadata, dict) else ""
    return name if isinstance(name, str) else ""


def _neutralize(cell: Any) -> None:
    """Turn a student's markup into text; formgrader would copy it from markdown and raw cells into its page."""
    if cell.cell_type == "raw":
        cell.cell_type = "markdown"
    if cell.cell_type == "markdown":
        cell.source = TAG.sub("&lt;", cell.source)


def _clear(cell: Any) -> None:
    cell.metadata = type(cell)()
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None


def _restore(cell: Any, released: ReleasedCell, comment: str) -> None:
    if cell.cell_type != released.kind:
        text, identity = cell.source, cell.get("id", released.name)
        cell.clear()
        cell.update(_empty(released.kind), source=text, id=identity)
    cell.metadata = type(cell)(nbgrader=type(cell)(released.metadata))
    if released.locked:
        cell.source = released.text
    if comment and released.kind == "code":
        cell.outputs = [_output(comment)]


def _new_cell(released: ReleasedCell, comment: str) -> Any:
    cell = _empty(released.kind)
    _restore(cell, released, comment)
    cell.source = released.text
    return cell


def _empty(kind: str) -> Any:
    import nbformat.v4  # noqa: PLC0415 - as above

    return (nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell)()  # type: ignore[no-untyped-call]


def _output(text: str) -> Any:
    import nbformat.v4  # noqa: PLC0415 - as above

    return nbformat.v4.new_output("stream", name="stdout", text=text)  # type: ignore[no-untyped-call]


def _checksum(cell: Any) -> str:
    from nbgrader.utils import compute_checksum  # noqa: PLC0415 - only where a person grades answers

    return str(compute_checksum(cell))
